#[test_only]
/// Sales of v1 tokens.
module marketplace::tokenv1_listing_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use marketplace::coin_listing;
    use marketplace::event_log;
    use marketplace::listing;
    use marketplace::orders;
    use marketplace::world;

    #[test]
    fun a_tokenv1_waits_in_a_container_and_is_bought() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        assert!(world::tokenv1_balance(world::seller_address(), orders::tokenv1_name()) == 0, 1);
        assert!(object::owner(listing::listed_object(order)) == object::object_address(&order), 2);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::tokenv1_balance(world::buyer_address(), orders::tokenv1_name()) == 1, 3);
        assert!(world::balance(world::payee_address()) == 50, 4);
        assert!(world::balance(world::treasury_address()) == 15, 5);
        assert!(world::balance(world::seller_address()) == world::start() + 935, 6);
        assert!(event_log::figures_of_listing_filled() == vector[vector[1000, 15, 50]], 7);
        world::assert_conserved(0);
    }

    #[test]
    fun an_ended_listing_returns_the_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        let container = object::object_address(&listing::listed_object(order));
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), order);
        assert!(world::tokenv1_balance(world::seller_address(), orders::tokenv1_name()) == 1, 1);
        assert!(!object::is_object(container), 2);
        assert!(event_log::figures_of_listing_canceled() == vector[vector[1000]], 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_listing_of_a_tokenv1_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        assert!(listing::seller(order) == world::seller_address(), 1);
        let (payee, royalty) = listing::compute_royalty(order, 999);
        assert!(payee == world::payee_address() && royalty == 49, 2);
        assert!(event_log::is_about_tokenv1(listing::token_metadata(order), world::name(orders::tokenv1_name()), 0), 3);
        assert!(coin_listing::price<AptosCoin>(order) == option::some(1000), 4);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_over_zero_is_none() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 0, 0);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::payee_address()) == 0, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 985, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_of_zero_is_none() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 0, 100);
        coin_listing::purchase<AptosCoin>(&world::buyer(), orders::list_tokenv1(fee_schedule, 1000));
        assert!(world::balance(world::payee_address()) == 0, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_of_everything_leaves_nothing() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 100, 100);
        coin_listing::purchase<AptosCoin>(&world::buyer(), orders::list_tokenv1(fee_schedule, 1000));
        assert!(world::balance(world::payee_address()) == 1000, 1);
        assert!(world::balance(world::seller_address()) == world::start(), 2);
        assert!(event_log::figures_of_listing_filled() == vector[vector[1000, 0, 1000]], 3);
        world::assert_conserved(0);
    }

    #[test]
    fun the_seller_changes_the_price_of_a_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 0, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), order, 2000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::buyer_address()) == world::start() - 2000, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_seller_may_buy_their_own_tokenv1_back() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        coin_listing::purchase<AptosCoin>(&world::seller(), orders::list_tokenv1(fee_schedule, 1000));
        assert!(world::tokenv1_balance(world::seller_address(), orders::tokenv1_name()) == 1, 1);
        assert!(world::balance(world::seller_address()) == world::start() - 65, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = aptos_token::token)]
    fun nobody_lists_a_tokenv1_they_do_not_hold() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::stranger(), orders::tokenv1_name(), 5, 100);
        orders::list_tokenv1(fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = aptos_token::token)]
    fun a_listed_tokenv1_is_not_listed_again() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        orders::list_tokenv1(fee_schedule, 1000);
        world::assert_conserved(0);
        orders::list_tokenv1(fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::coin_listing)]
    fun only_the_seller_ends_a_listing_of_a_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        coin_listing::end_fixed_price<AptosCoin>(&world::stranger(), order);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    /// The container belongs to the listing, which the seller owns but can not reach through.
    fun a_container_is_not_moved_by_the_seller() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000);
        object::transfer(&world::seller(), listing::listed_object(order), world::seller_address());
    }

    #[test]
    fun many_tokensv1_are_listed_at_their_own_prices() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), b"one", 0, 100);
        world::tokenv1(&world::seller(), b"two", 0, 100);
        coin_listing::init_fixed_price_for_tokenv1_many<AptosCoin>(
            &world::seller(),
            world::creator_address(),
            world::name(b"Old Opals"),
            vector[world::name(b"one"), world::name(b"two")],
            0,
            fee_schedule,
            vector[100, 200]
        );
        assert!(event_log::figures_of_listing_placed() == vector[vector[100], vector[200]], 1);
        assert!(world::tokenv1_balance(world::seller_address(), b"one") == 0, 2);
        assert!(world::tokenv1_balance(world::seller_address(), b"two") == 0, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun tokensv1_are_listed_and_others_repriced_in_one_call() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 0, 100);
        world::tokenv1(&world::seller(), b"two", 0, 100);
        let first = orders::list_tokenv1(fee_schedule, 1000);
        coin_listing::list_and_update_fixed_price_tokenv1_many<AptosCoin>(
            &world::seller(),
            world::creator_address(),
            world::name(b"Old Opals"),
            vector[world::name(b"two")],
            0,
            fee_schedule,
            vector[200],
            vector[1000],
            vector[first],
            vector[900]
        );
        assert!(event_log::figures_of_listing_placed() == vector[vector[1000], vector[200], vector[900]], 1);
        assert!(coin_listing::price<AptosCoin>(first) == option::some(900), 2);
        world::assert_conserved(0);
    }
}
