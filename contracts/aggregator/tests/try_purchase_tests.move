#[test_only]
module aggregator::try_purchase_tests {
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use aggregator::aggregator;
    use aggregator::marketplaces;
    use marketplace::coin_listing;
    use marketplace::listing::Listing;
    use marketplace::world::{Self, OtherCoin};

    /// The buyer tries to buy v2 tokens.
    fun try(ids: vector<address>, marketplaces: vector<String>, prices: vector<u64>) {
        try_in<AptosCoin>(ids, marketplaces, prices);
    }

    fun try_in<CoinType>(ids: vector<address>, marketplaces: vector<String>, prices: vector<u64>) {
        let (names, versions) = (vector[], vector[]);
        for (i in 0..vector::length(&ids)) {
            vector::push_back(&mut names, world::name(b"Opal #1"));
            vector::push_back(&mut versions, 0);
        };
        aggregator::try_purchase_many<CoinType>(
            &world::buyer(),
            ids,
            marketplaces,
            world::creator_address(),
            marketplaces::opals(),
            names,
            versions,
            prices,
            1
        );
    }

    #[test]
    fun one_listing_gone_lets_the_others_through() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_at_mercato(2000);
        let (two, second) = marketplaces::list_here(fee_schedule, 1000);
        let (three, third) = marketplaces::list_at_bluemove(3000);
        coin_listing::purchase<AptosCoin>(&world::stranger(), object::address_to_object<Listing>(second));
        try(
            vector[first, second, third],
            vector[marketplaces::mercato(), marketplaces::opal(), marketplaces::bluemove()],
            vector[2000, 1000, 3000]
        );
        assert!(aggregator::tried() == vector[vector[0, 2000], vector[1, 0], vector[0, 3000]], 1);
        assert!(world::owner_of(one) == world::buyer_address(), 2);
        assert!(world::owner_of(two) == world::stranger_address(), 3);
        assert!(world::owner_of(three) == world::buyer_address(), 4);
        assert!(world::balance(world::buyer_address()) == world::start() - 5000, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun a_raised_price_is_left_out_and_a_lowered_one_paid() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_here(fee_schedule, 1001);
        let (two, second) = marketplaces::list_here(fee_schedule, 999);
        try(vector[first, second], vector[marketplaces::opal(), marketplaces::opal()], vector[1000, 1000]);
        assert!(aggregator::tried() == vector[vector[2, 0], vector[0, 999]], 1);
        assert!(world::owner_of(one) == first, 2);
        assert!(world::owner_of(two) == world::buyer_address(), 3);
        world::assert_conserved(0);
    }

    /// Replaces the terms of a listing of the seller's: a price for this buyer alone (@0x0: anyone) until second 2000.
    fun set_terms(listing: address, price: u64, end_price: u64, falls_from: u64, falls_until: u64, reserved_for: address) {
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[object::address_to_object<Listing>(listing)], vector[price], vector[end_price],
            falls_from, falls_until, 2000, reserved_for, vector[0]
        );
    }

    #[test]
    fun what_is_reserved_for_another_buyer_or_has_expired_is_left_out() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_here(fee_schedule, 1000);
        let (two, second) = marketplaces::list_here(fee_schedule, 1000);
        let (three, third) = marketplaces::list_at_mercato(1000);
        set_terms(first, 1000, 1000, 0, 0, world::stranger_address());
        set_terms(second, 1000, 1000, 0, 0, world::buyer_address());
        let all = vector[marketplaces::opal(), marketplaces::opal(), marketplaces::mercato()];
        try(vector[first, second, third], all, vector[1000, 1000, 1000]);
        assert!(aggregator::tried() == vector[vector[1, 0], vector[0, 1000], vector[0, 1000]], 1);
        assert!(world::owner_of(two) == world::buyer_address() && world::owner_of(three) == world::buyer_address(), 2);
        set_terms(first, 1000, 1000, 0, 0, @0x0);
        world::at_second(2000);
        try(vector[first], vector[marketplaces::opal()], vector[1000]);
        assert!(aggregator::tried()[3] == vector[1, 0] && world::owner_of(one) == first, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_falling_price_is_tried_at_what_it_is_by_then() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        let (_, second) = marketplaces::list_here(fee_schedule, 1000);
        set_terms(first, 1000, 500, 1000, 1120, @0x0);
        set_terms(second, 1000, 500, 1000, 1120, @0x0);
        let opals = vector[marketplaces::opal(), marketplaces::opal()];
        world::at_second(1060);
        try(vector[first, second], opals, vector[749, 1000]);
        assert!(aggregator::tried() == vector[vector[2, 0], vector[0, 750]], 1);
        world::assert_conserved(0);
    }

    #[test]
    fun what_can_not_be_paid_any_more_is_left_out() {
        let fee_schedule = marketplaces::begin();
        let all = world::start();
        let (_, first) = marketplaces::list_here(fee_schedule, all - 10);
        let (_, second) = marketplaces::list_at_mercato(11);
        let (_, third) = marketplaces::list_here(fee_schedule, 10);
        try(
            vector[first, second, third],
            vector[marketplaces::opal(), marketplaces::mercato(), marketplaces::opal()],
            vector[all, 11, 10]
        );
        assert!(aggregator::tried() == vector[vector[0, all - 10], vector[3, 0], vector[0, 10]], 1);
        world::assert_conserved(0);
    }

    #[test]
    /// The call names a coin of which the buyer has none.
    fun a_marketplace_that_takes_apt_is_tried_by_the_balance_in_apt() {
        marketplaces::begin();
        let (one, first) = marketplaces::list_at_mercato(2000);
        try_in<OtherCoin>(vector[first], vector[marketplaces::mercato()], vector[2000]);
        assert!(aggregator::tried() == vector[vector[0, 2000]], 1);
        assert!(world::owner_of(one) == world::buyer_address(), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_listing_that_is_no_object_is_not_tried() {
        marketplaces::begin();
        let there = marketplaces::list_tokenv1_at_mercato(b"one", 2000);
        let elsewhere = marketplaces::list_tokenv1_at_topaz(b"two", 3000);
        try(vector[there, elsewhere], vector[marketplaces::mercato(), marketplaces::topaz()], vector[2000, 3000]);
        assert!(aggregator::tried() == vector[vector[1, 0], vector[1, 0]], 1);
        world::assert_conserved(0);
    }

    #[test]
    fun the_same_listing_is_bought_once() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        try(vector[first, first], vector[marketplaces::opal(), marketplaces::opal()], vector[1000, 1000]);
        assert!(aggregator::tried() == vector[vector[0, 1000], vector[1, 0]], 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::routes)]
    fun an_unknown_marketplace_is_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        try(vector[first], vector[world::name(b"bazaar")], vector[1000]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun fewer_prices_than_listings_are_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        try(vector[first], vector[marketplaces::opal()], vector[]);
    }
}
