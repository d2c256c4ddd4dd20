#[test_only]
module aggregator::delist_and_list_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use aggregator::aggregator;
    use aggregator::marketplaces;
    use marketplace::coin_listing;
    use marketplace::event_log;
    use marketplace::listing::{Self, Listing};
    use marketplace::world;

    /// Proceeds of the sales of the tokens that are moved, after royalty and commission.
    const PROCEEDS: u64 = 9850;
    const PROCEEDS_V1: u64 = 19700;

    #[test]
    fun v2_tokens_move_to_our_marketplace() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_here(fee_schedule, 1000);
        let (two, second) = marketplaces::list_at_mercato(2000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[first, second],
            vector[marketplaces::opal(), marketplaces::mercato()],
            vector[one, two],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1"), world::name(b"Opal #1")],
            vector[0, 0],
            fee_schedule,
            vector[1500, 2500]
        );
        let placed = event_log::last_listings_placed(2);
        assert!(world::owner_of(one) == placed[0], 1);
        assert!(world::owner_of(two) == placed[1], 2);
        let moved = object::address_to_object<Listing>(placed[1]);
        assert!(coin_listing::price<AptosCoin>(moved) == option::some(2500), 3);
        assert!(listing::seller(moved) == world::seller_address(), 4);
        assert!(!object::is_object(second), 5);
        world::assert_conserved(0);
    }

    #[test]
    fun v1_tokens_move_to_our_marketplace() {
        let fee_schedule = marketplaces::begin();
        let ids = vector[
            marketplaces::list_tokenv1_here(fee_schedule, b"one", 1000),
            marketplaces::list_tokenv1_at_mercato(b"two", 2000),
            marketplaces::list_tokenv1_at_topaz(b"three", 3000),
            marketplaces::list_tokenv1_at_bluemove(b"four", 4000)
        ];
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            ids,
            vector[marketplaces::opal(), marketplaces::mercato(), marketplaces::topaz(), marketplaces::bluemove()],
            vector[@0x0, @0x0, @0x0, @0x0],
            world::creator_address(),
            marketplaces::old_opals(),
            vector[world::name(b"one"), world::name(b"two"), world::name(b"three"), world::name(b"four")],
            vector[0, 0, 0, 0],
            fee_schedule,
            vector[1, 2, 3, 4]
        );
        let four = object::address_to_object<Listing>(event_log::last_listings_placed(4)[3]);
        assert!(event_log::is_about_tokenv1(listing::token_metadata(four), world::name(b"four"), 0), 1);
        assert!(coin_listing::price<AptosCoin>(four) == option::some(4), 2);
        assert!(world::tokenv1_balance(world::seller_address(), b"two") == 0, 3);
        world::assert_conserved(0);
    }

    /// Moves a v2 token and a v1 token from another marketplace, if sales bring so much.
    fun move_for_at_least(proceeds: vector<u64>) {
        let fee_schedule = marketplaces::begin();
        let (token, listing) = marketplaces::list_at_mercato(2000);
        let tokenv1 = marketplaces::list_tokenv1_at_mercato(b"two", 3000);
        aggregator::delist_and_list_many_for_at_least<AptosCoin>(
            &world::seller(),
            vector[listing, tokenv1],
            vector[marketplaces::mercato(), marketplaces::mercato()],
            vector[token, @0x0],
            world::creator_address(),
            marketplaces::old_opals(),
            vector[world::name(b""), world::name(b"two")],
            vector[0, 0],
            fee_schedule,
            vector[10000, 20000],
            proceeds
        );
    }

    /// Returns what a sale at a price brings the seller.
    fun proceeds_of(listing: address, price: u64): u64 {
        let listing = object::address_to_object<Listing>(listing);
        let (_, royalty) = listing::compute_royalty(listing, price);
        price - royalty - listing::compute_commission(listing, price)
    }

    #[test]
    fun tokens_move_for_what_their_sales_bring() {
        move_for_at_least(vector[PROCEEDS, PROCEEDS_V1]);
        let placed = event_log::last_listings_placed(2);
        assert!(proceeds_of(placed[0], 10000) == PROCEEDS, 1);
        assert!(proceeds_of(placed[1], 20000) == PROCEEDS_V1, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196619, location = marketplace::coin_listing)]
    fun a_token_that_would_bring_less_is_not_moved() {
        move_for_at_least(vector[PROCEEDS + 1, PROCEEDS_V1]);
    }

    #[test]
    #[expected_failure(abort_code = 196619, location = marketplace::coin_listing)]
    fun a_v1_token_that_would_bring_less_is_not_moved() {
        move_for_at_least(vector[PROCEEDS, PROCEEDS_V1 + 1]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun fewer_proceeds_than_listings_are_refused() {
        move_for_at_least(vector[PROCEEDS]);
    }

    #[test]
    #[expected_failure(abort_code = 327682, location = marketplace_stubs::shelf)]
    fun nobody_moves_what_another_sells() {
        let fee_schedule = marketplaces::begin();
        let (two, second) = marketplaces::list_at_mercato(2000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::stranger(),
            vector[second],
            vector[marketplaces::mercato()],
            vector[two],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            fee_schedule,
            vector[1]
        );
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = aggregator::bluemove_adapter)]
    fun a_marketplace_that_can_not_be_told_to_delist_says_so() {
        let fee_schedule = marketplaces::begin();
        let (three, third) = marketplaces::list_at_bluemove(3000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[third],
            vector[marketplaces::bluemove()],
            vector[three],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            fee_schedule,
            vector[1]
        );
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::routes)]
    fun an_unknown_marketplace_is_refused() {
        let fee_schedule = marketplaces::begin();
        let (two, second) = marketplaces::list_at_mercato(2000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[second],
            vector[world::name(b"")],
            vector[two],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            fee_schedule,
            vector[1]
        );
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun fewer_tokens_than_listings_are_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, second) = marketplaces::list_at_mercato(2000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[second],
            vector[marketplaces::mercato()],
            vector[],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            fee_schedule,
            vector[1]
        );
    }
}
