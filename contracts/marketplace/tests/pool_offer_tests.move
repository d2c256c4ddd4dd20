#[test_only]
/// Offers backed by a pool, for any token of a collection and for the tokens of a set.
module marketplace::pool_offer_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace::bid_pool;
    use marketplace::events::{PoolDeposited, PoolOfferFilled, PoolWithdrawn};
    use marketplace::event_log;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::orders;
    use marketplace::pool_offer::{Self, PoolOffer};
    use marketplace::token_set;
    use marketplace::world::{Self, OtherCoin};

    const NO_SET: vector<u8> = vector[];

    /// Three v2 tokens of the seller; the first two are in a set.
    fun two_of_three(): (Object<Token>, Object<Token>, Object<Token>, vector<u8>) {
        let (one, two, three) =
            (
                world::tokenv2(world::seller_address()), world::tokenv2(world::seller_address()),
                world::tokenv2(world::seller_address())
            );
        let root = token_set::node_for_test(token_set::leaf_of_tokenv2(one), token_set::leaf_of_tokenv2(two));
        (one, two, three, root)
    }

    fun offer(
        fee_schedule: Object<FeeSchedule>, root: vector<u8>, price: u64, amount: u64, deposit: u64
    ): Object<PoolOffer<AptosCoin>> {
        orders::pool_offer(fee_schedule, root, price, amount, deposit)
    }

    fun sell(offer: Object<PoolOffer<AptosCoin>>, token: Object<Token>, proof: vector<vector<u8>>) {
        pool_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, proof, 0);
    }

    fun in_pool(): u64 { bid_pool::balance<AptosCoin>(world::buyer_address()) }

    #[test]
    fun an_offer_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = offer(fee_schedule, NO_SET, 1000, 3, 2500);
        assert!(pool_offer::exists_at<AptosCoin>(object::object_address(&offer)), 1);
        assert!(pool_offer::price(offer) == 1000, 2);
        assert!(pool_offer::remaining(offer) == 3, 3);
        assert!(pool_offer::bidder(offer) == world::buyer_address(), 4);
        assert!(pool_offer::expiration_time(offer) == 2000, 5);
        assert!(pool_offer::fee_schedule(offer) == fee_schedule, 6);
        assert!(pool_offer::root(offer) == NO_SET, 7);
        assert!(pool_offer::collectionv2(offer) == option::some(world::collection_object()), 8);
        assert!(pool_offer::fillable(offer) == 2, 9);
        bid_pool::deposit<AptosCoin>(&world::buyer(), 10000);
        assert!(pool_offer::fillable(offer) == 3, 10);
        world::at_second(2000);
        assert!(pool_offer::fillable(offer) == 0, 11);
        world::assert_conserved(in_pool());
    }

    #[test]
    fun deposits_add_up_and_come_back() {
        world::begin();
        bid_pool::deposit<AptosCoin>(&world::buyer(), 700);
        bid_pool::deposit<AptosCoin>(&world::buyer(), 300);
        assert!(event_log::last_ends_with_numbers<PoolDeposited>(vector[300, 1000]), 1);
        bid_pool::withdraw<AptosCoin>(&world::buyer(), 400);
        assert!(event_log::last_ends_with_numbers<PoolWithdrawn>(vector[400, 600]), 2);
        world::assert_conserved(600);
        bid_pool::withdraw_all<AptosCoin>(&world::buyer());
        assert!(in_pool() == 0, 3);
        assert!(world::balance(world::buyer_address()) == world::start(), 4);
        world::assert_conserved(0);
    }

    #[test]
    fun one_deposit_backs_several_offers_as_far_as_it_goes() {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        let (one, two, _, root) = two_of_three();
        let wide = offer(fee_schedule, NO_SET, 1000, 2, 1700);
        let narrow = offer(fee_schedule, root, 700, 2, 0);
        assert!(pool_offer::fillable(wide) == 1 && pool_offer::fillable(narrow) == 2, 1);
        sell(wide, one, vector[]);
        assert!(event_log::last_ends_with<PoolOfferFilled, AptosCoin>(vector[935, 1, 700]), 2);
        assert!(pool_offer::fillable(wide) == 0 && pool_offer::fillable(narrow) == 1, 3);
        sell(narrow, two, vector[token_set::leaf_of_tokenv2(one)]);
        assert!(object::owner(one) == world::buyer_address() && object::owner(two) == world::buyer_address(), 4);
        assert!(in_pool() == 0, 5);
        // 5 % royalty, 1.5 % commission rounded down.
        assert!(world::balance(world::payee_address()) == 85, 6);
        assert!(world::balance(world::treasury_address()) == 25, 7);
        world::assert_conserved(0);
    }

    #[test]
    fun the_last_item_ends_an_offer_and_leaves_the_pool() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 5000);
        sell(offer, token, vector[]);
        assert!(!pool_offer::exists_at<AptosCoin>(object::object_address(&offer)), 1);
        assert!(in_pool() == 4000, 2);
        world::assert_conserved(4000);
    }

    #[test]
    fun cancelling_leaves_the_pool_and_works_after_expiry() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (first, second) = (offer(fee_schedule, NO_SET, 1000, 1, 5000), offer(fee_schedule, NO_SET, 2000, 1, 0));
        world::at_second(9000);
        pool_offer::cancel_many<AptosCoin>(&world::buyer(), vector[first, second]);
        assert!(!pool_offer::exists_at<AptosCoin>(object::object_address(&first)), 1);
        assert!(in_pool() == 5000, 2);
        world::assert_conserved(5000);
    }

    #[test]
    fun tokensv1_are_sold_by_their_proof() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 5, 100);
        world::tokenv1(&world::seller(), b"two", 5, 100);
        let leaf = token_set::leaf_of_tokenv1(world::creator_address(), world::name(b"Old Opals"), world::name(b"one"), 0);
        let offer = orders::pool_offer_tokenv1(fee_schedule, leaf, 1000, 1, 1000);
        pool_offer::sell_tokenv1_for_at_least<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0, vector[], 935);
        assert!(world::tokenv1_balance(world::buyer_address(), b"one") == 1, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 935, 2);
        world::assert_conserved(0);
    }

    /// The buyer's offer for the first of two v1 tokens, and the seller's attempt to sell one for so much.
    fun sell_tokenv1(name: vector<u8>, least: u64) {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 5, 100);
        world::tokenv1(&world::seller(), b"two", 5, 100);
        let leaf = token_set::leaf_of_tokenv1(world::creator_address(), world::name(b"Old Opals"), world::name(b"one"), 0);
        let offer = orders::pool_offer_tokenv1(fee_schedule, leaf, 1000, 1, 1000);
        pool_offer::sell_tokenv1_for_at_least<AptosCoin>(
            &world::seller(), offer, world::name(name), 0, vector[], least
        );
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::token_set)]
    fun a_tokenv1_outside_the_set_is_not_sold() {
        sell_tokenv1(b"two", 0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_tokenv1_is_not_sold_below_the_agreed_least() {
        sell_tokenv1(b"one", 936);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = marketplace::pool_offer)]
    fun an_offer_of_nothing_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        offer(fee_schedule, NO_SET, 0, 1, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = marketplace::pool_offer)]
    fun an_offer_for_nothing_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        offer(fee_schedule, NO_SET, 1000, 0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = marketplace::pool_offer)]
    fun an_offer_born_expired_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        orders::pool_offer_until(fee_schedule, NO_SET, 1000, 1, 0, 1000);
    }

    #[test]
    fun placing_pays_one_placing_fee_beside_the_deposit() {
        let fee_schedule = world::begin_charging(30);
        world::create_collection(0, 0);
        offer(fee_schedule, NO_SET, 1000, 3, 1000);
        assert!(world::balance(world::buyer_address()) == world::start() - 1030, 1);
        world::assert_conserved(1000);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::bid_pool)]
    fun a_pool_that_was_emptied_buys_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 1000);
        bid_pool::withdraw<AptosCoin>(&world::buyer(), 1);
        sell(offer, token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::bid_pool)]
    fun without_a_deposit_an_offer_buys_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        sell(offer(fee_schedule, NO_SET, 1000, 1, 0), token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::bid_pool)]
    fun a_pool_pays_for_no_offer_of_another_bidder() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        bid_pool::deposit<AptosCoin>(&world::stranger(), 100000);
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 999);
        sell(offer, token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::bid_pool)]
    fun nobody_withdraws_more_than_they_deposited() {
        world::begin();
        bid_pool::deposit<AptosCoin>(&world::buyer(), 1000);
        bid_pool::deposit<AptosCoin>(&world::stranger(), 10);
        bid_pool::withdraw<AptosCoin>(&world::stranger(), 11);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::bid_pool)]
    fun without_a_pool_nothing_is_withdrawn() {
        world::begin();
        bid_pool::withdraw<AptosCoin>(&world::buyer(), 1);
    }

    #[test]
    fun a_pool_backs_a_thousand_offers() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let last = offer(fee_schedule, NO_SET, 1, 1, 0);
        for (i in 0..999) last = offer(fee_schedule, NO_SET, 1, 1, 0);
        assert!(bid_pool::open_offers<AptosCoin>(world::buyer_address()) == 1000, 1);
        // One that ends makes place for another, however it ends.
        pool_offer::cancel<AptosCoin>(&world::buyer(), last);
        let next = offer(fee_schedule, NO_SET, 1, 1, 1);
        sell(next, world::tokenv2(world::seller_address()), vector[]);
        offer(fee_schedule, NO_SET, 1, 1, 0);
        assert!(bid_pool::open_offers<AptosCoin>(world::buyer_address()) == 1000, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 589828, location = marketplace::bid_pool)]
    fun a_pool_backs_no_more_than_a_thousand_offers() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        for (i in 0..1001) offer(fee_schedule, NO_SET, 1, 1, 0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::bid_pool)]
    fun a_pool_in_another_coin_pays_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        world::give_other_coin();
        let token = world::tokenv2(world::seller_address());
        bid_pool::deposit<OtherCoin>(&world::buyer(), 100000);
        sell(offer(fee_schedule, NO_SET, 1000, 1, 0), token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::token_set)]
    fun a_token_outside_the_set_is_not_sold_by_the_proof_of_another() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (one, _, three, root) = two_of_three();
        sell(offer(fee_schedule, root, 1000, 1, 1000), three, vector[token_set::leaf_of_tokenv2(one)]);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::token_set)]
    fun a_token_of_the_set_needs_its_proof() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (one, _, _, root) = two_of_three();
        sell(offer(fee_schedule, root, 1000, 1, 1000), one, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::token_set)]
    fun a_sibling_of_another_length_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (one, _, _, root) = two_of_three();
        sell(offer(fee_schedule, root, 1000, 1, 1000), one, vector[b""]);
    }

    #[test]
    fun the_longest_proof_is_taken() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let (root, proof) = (token_set::leaf_of_tokenv2(token), vector[]);
        for (i in 0..32) {
            let sibling = token_set::leaf_of_object_for_test(@0x7);
            root = token_set::node_for_test(root, sibling);
            proof.push_back(sibling);
        };
        sell(offer(fee_schedule, root, 1000, 1, 1000), token, proof);
        assert!(object::owner(token) == world::buyer_address(), 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = marketplace::token_set)]
    fun a_proof_without_end_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (one, _, _, root) = two_of_three();
        let proof = vector[];
        for (i in 0..33) proof.push_back(root);
        sell(offer(fee_schedule, root, 1000, 1, 1000), one, proof);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::token_set)]
    fun a_root_that_is_no_hash_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        offer(fee_schedule, b"root", 1000, 1, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 65540, location = marketplace::pool_offer)]
    fun a_token_of_another_collection_is_refused_even_in_the_set() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let foreign = world::foreign_tokenv2(world::seller_address());
        sell(offer(fee_schedule, token_set::leaf_of_tokenv2(foreign), 1000, 1, 1000), foreign, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = marketplace::pool_offer)]
    fun an_offer_for_tokensv1_takes_no_tokenv2() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        sell(orders::pool_offer_tokenv1(fee_schedule, NO_SET, 1000, 1, 1000), token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = marketplace::pool_offer)]
    fun an_offer_for_tokensv2_takes_no_tokenv1() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        world::tokenv1(&world::seller(), b"one", 0, 100);
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 1000);
        pool_offer::sell_tokenv1_for_at_least<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0, vector[], 0);
    }

    #[test]
    #[expected_failure(abort_code = 196613, location = marketplace::pool_offer)]
    fun an_expired_offer_buys_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 1000);
        world::at_second(2000);
        sell(offer, token, vector[]);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = marketplace::pool_offer)]
    fun only_the_bidder_cancels() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        pool_offer::cancel<AptosCoin>(&world::stranger(), offer(fee_schedule, NO_SET, 1000, 1, 1000));
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_royalty_raised_before_the_sale_undoes_it() {
        let fee_schedule = world::begin();
        world::create_ruled_collection(0, 100);
        let token = world::token_object(world::ruled_tokenv2(world::seller_address()));
        let offer = offer(fee_schedule, NO_SET, 1000, 1, 1000);
        world::set_royalty(50, 100);
        pool_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, vector[], 985);
    }

    #[test]
    fun a_commission_raised_later_is_not_taken_of_an_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = orders::pool_offer_until(fee_schedule, NO_SET, 1000, 1, 1000, 5000000);
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), fee_schedule, 100, 5);
        world::at_second(700000);
        pool_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, vector[], 985);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196613, location = marketplace::fee_schedule)]
    fun a_paused_marketplace_takes_no_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_paused(&world::person(@marketplace), fee_schedule, true);
        offer(fee_schedule, NO_SET, 1000, 1, 1000);
    }

    #[test]
    fun a_paused_marketplace_fills_cancels_and_returns() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let (first, second) = (offer(fee_schedule, NO_SET, 1000, 1, 3000), offer(fee_schedule, NO_SET, 1000, 1, 0));
        fee_schedule::set_paused(&world::person(@marketplace), fee_schedule, true);
        sell(first, token, vector[]);
        pool_offer::cancel<AptosCoin>(&world::buyer(), second);
        bid_pool::withdraw_all<AptosCoin>(&world::buyer());
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(arithmetic_error, location = marketplace::pool_offer)]
    fun an_offer_beyond_all_money_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        offer(fee_schedule, NO_SET, 18446744073709551615, 2, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::bid_pool)]
    fun an_empty_deposit_is_refused() {
        world::begin();
        bid_pool::deposit<AptosCoin>(&world::buyer(), 0);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::bid_pool)]
    fun an_empty_withdrawal_is_refused() {
        world::begin();
        bid_pool::withdraw_all<AptosCoin>(&world::buyer());
    }

    /// The same values stand in the tests of the page's own implementation.
    #[test]
    fun hashes_of_a_set_are_as_documented() {
        let opal = token_set::leaf_of_object_for_test(@0x7);
        let old = token_set::leaf_of_tokenv1(@0xc0, world::name(b"Old Opals"), world::name(b"Old Opal #1"), 258);
        assert!(opal == x"36ca344219d739d971ddbe4046065dcc95c594a160afa4b8e223c6b4fab6fc63", 1);
        assert!(old == x"09017308b01be473971554569fa47afe341709d5bb14a762976768084b1c9e48", 2);
        assert!(
            token_set::node_for_test(opal, old)
                == x"664c7dd5d2271f4032797f559a00ac9ece9c30c92fde3684517c72731d0ee182",
            3
        );
    }
}
