#[test_only]
/// The signer's limits hold, whatever creators, sellers and marketplaces change before the block.
module marketplace::limit_tests {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::royalty::MutatorRef;
    use aptos_token_objects::token::Token;
    use marketplace::coin_listing;
    use marketplace::collection_offer;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::orders;
    use marketplace::token_offer;
    use marketplace::world;

    /// A marketplace, a token of the seller's whose royalty of 5 % its creator can change, and the power to do so.
    fun begin(): (Object<FeeSchedule>, Object<Token>, MutatorRef) {
        let fee_schedule = world::begin();
        let royalty = world::create_mutable_collection(5, 100);
        (fee_schedule, world::tokenv2(world::seller_address()), royalty)
    }

    #[test]
    fun a_sale_at_the_agreed_least_goes_through() {
        let (fee_schedule, token, _royalty) = begin();
        let offer = orders::collection_offer(fee_schedule, 1000000, 1);
        collection_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, 935000);
        assert!(world::balance(world::seller_address()) == world::start() + 935000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_sale_one_octa_below_the_agreed_least_is_undone() {
        let (fee_schedule, token, _royalty) = begin();
        let offer = orders::collection_offer(fee_schedule, 1000000, 1);
        collection_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, 935001);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    /// A creator bids on their own collection, and takes everything as royalty once a holder is about to accept.
    fun a_creator_takes_no_token_for_nothing() {
        let (fee_schedule, token, royalty) = begin();
        let offer = orders::collection_offer(fee_schedule, 1000000, 1);
        world::set_royalty_by(&royalty, 100, 100);
        collection_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, token, 935000);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_creator_takes_no_token_by_an_offer_for_it() {
        let (fee_schedule, token, royalty) = begin();
        let offer = orders::offer(token, fee_schedule, 1000000);
        world::set_royalty_by(&royalty, 985, 1000);
        token_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, 935000);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_royalty_of_its_own_does_not_go_below_the_agreed_least() {
        let (fee_schedule, token, royalty) = begin();
        let offer = orders::offer(token, fee_schedule, 1000000);
        world::set_royalty_by(&royalty, 6, 100);
        token_offer::sell_tokenv2_for_at_least<AptosCoin>(&world::seller(), offer, 935000);
    }

    #[test]
    fun v1_tokens_are_sold_for_the_agreed_least() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000000);
        token_offer::sell_tokenv1_for_at_least<AptosCoin>(
            &world::seller(), offer, world::name(orders::tokenv1_name()), 0, 935000
        );
        world::tokenv1(&world::seller(), b"two", 5, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000000, 1);
        collection_offer::sell_tokenv1_for_at_least<AptosCoin>(&world::seller(), offer, world::name(b"two"), 0, 935000);
        assert!(world::balance(world::seller_address()) == world::start() + 2 * 935000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::balance_guard)]
    fun a_v1_token_is_not_sold_below_the_agreed_least() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"two", 5, 100);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000000, 1);
        collection_offer::sell_tokenv1_for_at_least<AptosCoin>(&world::seller(), offer, world::name(b"two"), 0, 935001);
    }

    #[test]
    #[expected_failure(abort_code = 196609, location = marketplace::balance_guard)]
    /// The seller raises the price in the same block, right before the purchase.
    fun a_raised_price_does_not_empty_the_balance() {
        let (fee_schedule, token, _royalty) = begin();
        let listing = orders::list(token, fee_schedule, 1000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), listing, world::start());
        coin_listing::purchase_for_at_most<AptosCoin>(&world::buyer(), listing, 1000);
    }

    #[test]
    fun a_lowered_price_is_what_the_buyer_pays() {
        let (fee_schedule, token, _royalty) = begin();
        let listing = orders::list(token, fee_schedule, 1000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), listing, 900);
        coin_listing::purchase_for_at_most<AptosCoin>(&world::buyer(), listing, 1000);
        assert!(world::balance(world::buyer_address()) == world::start() - 900, 1);
        world::assert_conserved(0);
    }

    #[test]
    /// The buyer gets back what is paid to them as the seller.
    fun ones_own_listing_costs_fees_only() {
        let (fee_schedule, token, _royalty) = begin();
        let listing = orders::list(token, fee_schedule, 1000000);
        coin_listing::purchase_for_at_most<AptosCoin>(&world::seller(), listing, 65000);
        assert!(world::balance(world::seller_address()) == world::start() - 65000, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_sweep_costs_at_most_the_ceiling() {
        let (fee_schedule, token, _royalty) = begin();
        let one = orders::list(token, fee_schedule, 1000);
        let two = orders::list(world::tokenv2(@0x5e), fee_schedule, 2000);
        coin_listing::purchase_many_for_at_most<AptosCoin>(&world::buyer(), vector[one, two], 3000);
        assert!(world::balance(world::buyer_address()) == world::start() - 3000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196609, location = marketplace::balance_guard)]
    fun a_sweep_above_the_ceiling_buys_nothing() {
        let (fee_schedule, token, _royalty) = begin();
        let one = orders::list(token, fee_schedule, 1000);
        let two = orders::list(world::tokenv2(@0x5e), fee_schedule, 2000);
        coin_listing::purchase_many_for_at_most<AptosCoin>(&world::buyer(), vector[one, two], 2999);
    }

    /// The seller lists a v2 token at 1000000, which may fall, for proceeds that they saw before the creator raised the royalty to 10 %.
    fun list_for_at_least(end_price: u64, falls_from: u64, falls_until: u64, proceeds: u64) {
        let (fee_schedule, token, royalty) = begin();
        world::set_royalty_by(&royalty, 10, 100);
        coin_listing::init_with_terms_many_for_at_least<AptosCoin>(
            &world::seller(), vector[world::as_object(token)], fee_schedule, vector[1000000], vector[end_price],
            falls_from, falls_until, 0, @0x0, vector[0], vector[proceeds]
        );
    }

    #[test]
    #[expected_failure(abort_code = 196619, location = marketplace::coin_listing)]
    fun a_token_is_not_listed_for_proceeds_that_a_sale_does_not_bring() {
        list_for_at_least(1000000, 0, 0, 885001);
    }

    #[test]
    fun a_token_is_listed_for_the_proceeds_of_a_sale() {
        list_for_at_least(1000000, 0, 0, 885000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), orders::newest_listing());
        assert!(world::balance(world::seller_address()) == world::start() + 885000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196619, location = marketplace::coin_listing)]
    fun a_falling_price_is_not_listed_for_proceeds_that_its_first_one_does_not_bring() {
        list_for_at_least(500000, 900, 2000, 885001);
    }

    #[test]
    /// What the seller saw is what the first price brings, also where it has begun to fall.
    fun a_falling_price_is_listed_for_the_proceeds_of_its_first_one() {
        list_for_at_least(500000, 900, 2000, 885000);
        world::at_second(1900);
        coin_listing::purchase<AptosCoin>(&world::buyer(), orders::newest_listing());
        assert!(world::balance(world::seller_address()) < world::start() + 885000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    /// The royalty leaves less than the commission, and the seller nothing.
    fun a_sale_that_can_not_bear_its_fees_brings_no_least() {
        let (fee_schedule, token, royalty) = begin();
        world::set_royalty_by(&royalty, 99, 100);
        coin_listing::init_with_terms_many<AptosCoin>(
            &world::seller(), vector[world::as_object(token)], fee_schedule, vector[1000000], vector[1000000], 0, 0, 0,
            @0x0, vector[1]
        );
    }

    #[test]
    /// A creator renames the collection: sales go on, and pay the royalty of the token's own collection.
    fun tokens_of_a_renamed_collection_are_sold() {
        let fee_schedule = world::begin();
        let rename = world::create_renamable_collection(5, 100);
        let token = world::tokenv2(world::seller_address());
        let listing = orders::list(token, fee_schedule, 1000000);
        world::rename(&rename, b"Pearls");
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
        assert!(world::balance(world::payee_address()) == 50000, 1);
        let offer = orders::offer(token, fee_schedule, 1000000);
        token_offer::sell_tokenv2<AptosCoin>(&world::buyer(), offer);
        assert!(world::balance(world::payee_address()) == 100000, 2);
        assert!(object::owner(token) == world::buyer_address(), 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun surplus_tokens_of_a_batch_are_refused() {
        let (fee_schedule, token, _royalty) = begin();
        let tokens = vector[world::as_object(token), world::as_object(world::tokenv2(world::seller_address()))];
        coin_listing::init_fixed_price_many<AptosCoin>(&world::seller(), tokens, fee_schedule, vector[1000]);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun surplus_prices_of_a_batch_are_refused() {
        let (fee_schedule, token, _royalty) = begin();
        let listing = orders::list(token, fee_schedule, 1000);
        coin_listing::update_fixed_price_many<AptosCoin>(&world::seller(), vector[listing], vector[900, 800]);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun surplus_names_of_a_batch_are_refused() {
        let fee_schedule = world::begin();
        let names = vector[world::name(b"one"), world::name(b"two")];
        coin_listing::init_fixed_price_for_tokenv1_many<AptosCoin>(
            &world::seller(), world::creator_address(), world::name(b"Old Opals"), names, 0, fee_schedule, vector[1000]
        );
    }
}
