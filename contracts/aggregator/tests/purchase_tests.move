#[test_only]
module aggregator::purchase_tests {
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use aggregator::aggregator;
    use aggregator::marketplaces;
    use marketplace::coin_listing;
    use marketplace::listing::Listing;
    use marketplace::world::{Self, OtherCoin};

    /// The buyer buys v2 tokens.
    fun buy(ids: vector<address>, marketplaces: vector<String>, prices: vector<u64>) {
        let (names, versions) = (vector[], vector[]);
        for (i in 0..vector::length(&ids)) {
            vector::push_back(&mut names, world::name(b"Opal #1"));
            vector::push_back(&mut versions, 0);
        };
        aggregator::purchase_many<AptosCoin>(
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

    /// The buyer buys v1 tokens.
    fun buy_tokensv1(
        ids: vector<address>, marketplaces: vector<String>, names: vector<String>, prices: vector<u64>
    ) {
        let versions = vector[];
        for (i in 0..vector::length(&ids)) vector::push_back(&mut versions, 0);
        aggregator::purchase_many<AptosCoin>(
            &world::buyer(),
            ids,
            marketplaces,
            world::creator_address(),
            marketplaces::old_opals(),
            names,
            versions,
            prices,
            1
        );
    }

    #[test]
    fun v2_tokens_of_three_marketplaces_are_bought_together() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_here(fee_schedule, 1000);
        let (two, second) = marketplaces::list_at_mercato(2000);
        let (three, third) = marketplaces::list_at_bluemove(3000);
        buy(
            vector[first, second, third],
            vector[marketplaces::opal(), marketplaces::mercato(), marketplaces::bluemove()],
            vector[1000, 2000, 3000]
        );
        assert!(world::owner_of(one) == world::buyer_address(), 1);
        assert!(world::owner_of(two) == world::buyer_address(), 2);
        assert!(world::owner_of(three) == world::buyer_address(), 3);
        assert!(world::balance(world::buyer_address()) == world::start() - 6000, 4);
        assert!(world::balance(world::seller_address()) == world::start() + 5985, 5);
        assert!(world::balance(world::treasury_address()) == 15, 6);
        world::assert_conserved(0);
    }

    #[test]
    fun v1_tokens_of_four_marketplaces_are_bought_together() {
        let fee_schedule = marketplaces::begin();
        let ids = vector[
            marketplaces::list_tokenv1_here(fee_schedule, b"one", 1000),
            marketplaces::list_tokenv1_at_mercato(b"two", 2000),
            marketplaces::list_tokenv1_at_topaz(b"three", 3000),
            marketplaces::list_tokenv1_at_bluemove(b"four", 4000)
        ];
        buy_tokensv1(
            ids,
            vector[marketplaces::opal(), marketplaces::mercato(), marketplaces::topaz(), marketplaces::bluemove()],
            vector[world::name(b"one"), world::name(b"two"), world::name(b"three"), world::name(b"four")],
            vector[1000, 2000, 3000, 4000]
        );
        assert!(world::tokenv1_balance(world::buyer_address(), b"one") == 1, 1);
        assert!(world::tokenv1_balance(world::buyer_address(), b"two") == 1, 2);
        assert!(world::tokenv1_balance(world::buyer_address(), b"three") == 1, 3);
        assert!(world::tokenv1_balance(world::buyer_address(), b"four") == 1, 4);
        assert!(world::balance(world::buyer_address()) == world::start() - 10000, 5);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aptos_framework::object)]
    fun one_listing_gone_undoes_the_others() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_at_mercato(2000);
        let (_, second) = marketplaces::list_here(fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::stranger(), object::address_to_object<Listing>(second));
        world::assert_conserved(0);
        buy(vector[first, second], vector[marketplaces::mercato(), marketplaces::opal()], vector[2000, 1000]);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    fun a_price_raised_meanwhile_is_not_paid() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        coin_listing::update_fixed_price<AptosCoin>(
            &world::seller(), object::address_to_object<Listing>(first), 1001
        );
        buy(vector[first], vector[marketplaces::opal()], vector[1000]);
    }

    #[test]
    fun a_price_lowered_meanwhile_is_paid() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        coin_listing::update_fixed_price<AptosCoin>(
            &world::seller(), object::address_to_object<Listing>(first), 900
        );
        buy(vector[first], vector[marketplaces::opal()], vector[1000]);
        assert!(world::balance(world::buyer_address()) == world::start() - 900, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    fun a_marketplace_without_prices_in_its_call_is_watched_too() {
        marketplaces::begin();
        let (_, first) = marketplaces::list_at_mercato(2000);
        buy(vector[first], vector[marketplaces::mercato()], vector[1999]);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    /// The marketplace takes APT, although the call names a coin of which the buyer has none to lose.
    fun the_balance_is_watched_whatever_coin_the_call_names() {
        marketplaces::begin();
        let (_, first) = marketplaces::list_at_mercato(2000);
        aggregator::purchase_many<OtherCoin>(
            &world::buyer(),
            vector[first],
            vector[marketplaces::mercato()],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            vector[1],
            1
        );
    }

    #[test]
    #[expected_failure(abort_code = 1, location = topaz::marketplace_v2)]
    fun a_marketplace_that_is_told_the_price_refuses_another() {
        marketplaces::begin();
        let seller = marketplaces::list_tokenv1_at_topaz(b"one", 3000);
        buy_tokensv1(vector[seller], vector[marketplaces::topaz()], vector[world::name(b"one")], vector[2999]);
    }

    #[test]
    fun a_seller_may_buy_their_own_listing_back() {
        let fee_schedule = marketplaces::begin();
        let (one, first) = marketplaces::list_here(fee_schedule, 1000);
        aggregator::purchase_many<AptosCoin>(
            &world::seller(),
            vector[first],
            vector[marketplaces::opal()],
            world::creator_address(),
            marketplaces::opals(),
            vector[world::name(b"Opal #1")],
            vector[0],
            vector[1000],
            1
        );
        assert!(world::owner_of(one) == world::seller_address(), 1);
        world::assert_conserved(0);
    }

    #[test]
    fun nothing_bought_is_nothing_paid() {
        marketplaces::begin();
        buy(vector[], vector[], vector[]);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::routes)]
    fun an_unknown_marketplace_is_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        buy(vector[first], vector[world::name(b"Opal")], vector[1000]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun fewer_marketplaces_than_listings_are_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        buy(vector[first], vector[], vector[1000]);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun more_prices_than_listings_are_refused() {
        let fee_schedule = marketplaces::begin();
        let (_, first) = marketplaces::list_here(fee_schedule, 1000);
        buy(vector[first], vector[marketplaces::opal()], vector[1000, 1000]);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = aggregator::order_lists)]
    fun each_order_is_for_one_token() {
        marketplaces::begin();
        aggregator::purchase_many<AptosCoin>(
            &world::buyer(),
            vector[],
            vector[],
            world::creator_address(),
            marketplaces::opals(),
            vector[],
            vector[],
            vector[],
            2
        );
    }
}
