#[test_only]
/// The batches by plain address.
module marketplace::marketplace_scripts_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace::coin_listing;
    use marketplace::event_log;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::Listing;
    use marketplace::marketplace_scripts as scripts;
    use marketplace::world;

    #[test]
    fun tokens_are_listed_and_bought_by_address() {
        let fee_schedule = world::begin();
        let (tokens, listings) = two_listed(fee_schedule);
        scripts::purchase_many<AptosCoin>(&world::buyer(), listings);
        assert!(world::owner_of(tokens[0]) == world::buyer_address(), 1);
        assert!(world::owner_of(tokens[1]) == world::buyer_address(), 2);
        assert!(world::balance(world::buyer_address()) == world::start() - 3000, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun listings_are_ended_by_address() {
        let fee_schedule = world::begin();
        let (tokens, listings) = two_listed(fee_schedule);
        scripts::end_fixed_price_many<AptosCoin>(&world::seller(), listings);
        assert!(world::owner_of(tokens[0]) == world::seller_address(), 1);
        assert!(world::owner_of(tokens[1]) == world::seller_address(), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun prices_are_changed_by_address() {
        let fee_schedule = world::begin();
        let (_, listings) = two_listed(fee_schedule);
        scripts::update_fixed_price_many<AptosCoin>(&world::seller(), listings, vector[5, 6]);
        assert!(price_at(listings[0]) == 5, 1);
        assert!(price_at(listings[1]) == 6, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun tokens_are_listed_and_others_repriced_by_address() {
        let fee_schedule = world::begin();
        let (_, listings) = two_listed(fee_schedule);
        let third = object::object_address<Token>(&world::tokenv2(world::seller_address()));
        scripts::list_and_update_fixed_price_many<AptosCoin>(
            &world::seller(), vector[third], fee_schedule, vector[7], vector[1000, 2000], listings, vector[8, 9]
        );
        assert!(price_at(listings[0]) == 8, 1);
        assert!(price_at(listings[1]) == 9, 2);
        assert!(event_log::figures_of_listing_placed() == vector[vector[1000], vector[2000], vector[7], vector[8], vector[9]], 3);
        world::assert_conserved(0);
    }

    #[test]
    fun tokensv1_are_listed_and_others_repriced_by_address() {
        let fee_schedule = world::begin();
        let (_, listings) = two_listed(fee_schedule);
        world::tokenv1(&world::seller(), b"one", 0, 100);
        scripts::list_and_update_fixed_price_tokenv1_many<AptosCoin>(
            &world::seller(),
            world::creator_address(),
            world::name(b"Old Opals"),
            vector[world::name(b"one")],
            0,
            fee_schedule,
            vector[7],
            vector[1000, 2000],
            listings,
            vector[8, 9]
        );
        assert!(world::tokenv1_balance(world::seller_address(), b"one") == 0, 1);
        assert!(price_at(listings[1]) == 9, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393223, location = aptos_framework::object)]
    fun an_address_that_is_no_listing_is_not_bought() {
        let fee_schedule = world::begin();
        let (tokens, _) = two_listed(fee_schedule);
        scripts::purchase_many<AptosCoin>(&world::buyer(), tokens);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aptos_framework::object)]
    fun an_address_that_is_nothing_is_not_listed() {
        let fee_schedule = world::begin();
        scripts::init_fixed_price_many<AptosCoin>(&world::seller(), vector[@0xdead], fee_schedule, vector[1]);
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::coin_listing)]
    fun only_the_seller_ends_listings_by_address() {
        let fee_schedule = world::begin();
        let (_, listings) = two_listed(fee_schedule);
        scripts::end_fixed_price_many<AptosCoin>(&world::stranger(), listings);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun more_prices_than_listings_are_refused() {
        let fee_schedule = world::begin();
        let (_, listings) = two_listed(fee_schedule);
        scripts::update_fixed_price_many<AptosCoin>(&world::seller(), listings, vector[1, 2, 3]);
    }

    fun two_listed(fee_schedule: Object<FeeSchedule>): (vector<address>, vector<address>) {
        world::create_collection(5, 100);
        let tokens = vector[world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address())];
        scripts::init_fixed_price_many<AptosCoin>(&world::seller(), tokens, fee_schedule, vector[1000, 2000]);
        (tokens, event_log::last_listings_placed(2))
    }

    fun price_at(listing: address): u64 {
        option::destroy_some(coin_listing::price<AptosCoin>(object::address_to_object<Listing>(listing)))
    }
}
