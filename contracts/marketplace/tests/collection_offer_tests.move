#[test_only]
/// Offers for any token of a collection, beyond what the shared scenarios tell.
module marketplace::collection_offer_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use marketplace::collection_offer;
    use marketplace::event_log;
    use marketplace::fee_schedule;
    use marketplace::orders;
    use marketplace::world::{Self, OtherCoin};

    #[test]
    fun an_offer_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::collection_offer(fee_schedule, 1000, 3);
        assert!(collection_offer::exists_at(offer), 1);
        assert!(collection_offer::expiration_time(offer) == 2000, 2);
        assert!(collection_offer::fee_schedule(offer) == fee_schedule, 3);
        assert!(collection_offer::price<AptosCoin>(offer) == 1000, 4);
        assert!(collection_offer::remaining(offer) == 3, 5);
        assert!(collection_offer::collectionv2(offer) == option::some(world::collection_object()), 6);
        assert!(option::is_none(&collection_offer::collectionv1(offer)), 7);
        assert!(!collection_offer::expired(offer), 8);
        world::at_second(2000);
        assert!(collection_offer::expired(offer), 9);
        world::assert_conserved(orders::in_collection_offer(offer));
    }

    #[test]
    fun an_offer_for_tokensv1_says_everything_about_itself() {
        let fee_schedule = world::begin();
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 3);
        assert!(option::is_some(&collection_offer::collectionv1(offer)), 1);
        assert!(option::is_none(&collection_offer::collectionv2(offer)), 2);
        assert!(orders::in_collection_offer(offer) == 3000, 3);
        world::assert_conserved(3000);
    }

    #[test]
    fun placing_an_offer_pays_one_listing_fee() {
        let fee_schedule = world::begin_charging(30);
        world::create_collection(0, 0);
        let offer = orders::collection_offer(fee_schedule, 1000, 3);
        assert!(world::balance(world::buyer_address()) == world::start() - 3030, 1);
        assert!(world::balance(world::treasury_address()) == 30, 2);
        world::assert_conserved(orders::in_collection_offer(offer));
    }

    #[test]
    fun tokensv1_are_sold_into_an_offer_until_it_is_full() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 5, 100);
        world::tokenv1(&world::stranger(), b"two", 5, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 2);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0);
        assert!(collection_offer::remaining(offer) == 1, 1);
        world::assert_conserved(1000);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::stranger(), offer, world::name(b"two"), 0);
        assert!(!collection_offer::exists_at(offer), 2);
        assert!(world::tokenv1_balance(world::buyer_address(), b"one") == 1, 3);
        assert!(world::tokenv1_balance(world::buyer_address(), b"two") == 1, 4);
        assert!(world::balance(world::payee_address()) == 100, 5);
        assert!(event_log::figures_of_collection_offer_filled() == vector[vector[1000, 15, 50], vector[1000, 15, 50]], 6);
        world::assert_conserved(0);
    }

    #[test]
    fun a_partly_filled_offer_for_tokensv1_returns_the_rest() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 0, 0);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 3);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0);
        world::at_second(5000);
        collection_offer::cancel<AptosCoin>(&world::buyer(), offer);
        assert!(world::balance(world::buyer_address()) == world::start() - 1000, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 985, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_of_everything_on_a_tokenv1_leaves_the_seller_nothing() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 100, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0);
        assert!(world::balance(world::payee_address()) == 1000, 1);
        assert!(world::balance(world::seller_address()) == world::start(), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun one_seller_fills_an_offer_alone() {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        let (one, two) = (world::tokenv2(world::seller_address()), world::tokenv2(world::seller_address()));
        let offer = orders::collection_offer(fee_schedule, 1000, 2);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, one);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, two);
        assert!(object::owner(one) == world::buyer_address(), 1);
        assert!(object::owner(two) == world::buyer_address(), 2);
        assert!(!collection_offer::exists_at(offer), 3);
        assert!(world::balance(world::seller_address()) == world::start() + 1870, 4);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(arithmetic_error, location = marketplace::collection_offer)]
    fun an_offer_beyond_all_money_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        orders::collection_offer(fee_schedule, 18446744073709551615, 2);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = aptos_framework::coin)]
    fun an_offer_beyond_the_balance_is_refused() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        orders::collection_offer(fee_schedule, world::start(), 2);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = marketplace::collection_offer)]
    fun a_token_of_another_collection_is_not_sold_into_an_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::collection_offer(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv2<AptosCoin>(
            &world::seller(), offer, world::foreign_tokenv2(world::seller_address())
        );
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = aptos_token::token)]
    fun only_a_holder_sells_a_tokenv1_into_an_offer() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 0, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::stranger(), offer, world::name(b"one"), 0);
    }

    #[test]
    #[expected_failure(abort_code = 393219, location = marketplace::collection_offer)]
    fun an_offer_for_tokensv1_takes_no_tokenv2() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, token);
    }

    #[test]
    #[expected_failure(abort_code = 393219, location = marketplace::collection_offer)]
    fun an_offer_for_tokensv2_takes_no_tokenv1() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        world::tokenv1(&world::seller(), b"one", 0, 100);
        let offer = orders::collection_offer(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::collection_offer)]
    fun only_the_bidder_cancels_an_offer_for_tokensv1() {
        let fee_schedule = world::begin();
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 1);
        collection_offer::cancel<AptosCoin>(&world::stranger(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = marketplace::collection_offer)]
    fun an_expired_offer_takes_no_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 0, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 1);
        world::at_second(2000);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"one"), 0);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::collection_offer)]
    fun an_offer_is_not_filled_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        collection_offer::sell_tokenv2<OtherCoin>(
            &world::seller(), orders::collection_offer(fee_schedule, 1000, 1), token
        );
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::collection_offer)]
    fun an_offer_is_not_cancelled_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        collection_offer::cancel<OtherCoin>(&world::buyer(), orders::collection_offer(fee_schedule, 1000, 1));
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::collection_offer)]
    fun an_offer_has_no_price_in_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        collection_offer::price<OtherCoin>(orders::collection_offer(fee_schedule, 1000, 1));
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::collection_offer)]
    fun a_full_offer_takes_no_more() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (one, two) = (world::tokenv2(world::seller_address()), world::tokenv2(world::seller_address()));
        let offer = orders::collection_offer(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, one);
        world::assert_conserved(0);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, two);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::collection_offer)]
    fun a_cancelled_offer_is_not_cancelled_again() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::collection_offer(fee_schedule, 1000, 2);
        collection_offer::cancel<AptosCoin>(&world::buyer(), offer);
        world::assert_conserved(0);
        collection_offer::cancel<AptosCoin>(&world::buyer(), offer);
    }
}
