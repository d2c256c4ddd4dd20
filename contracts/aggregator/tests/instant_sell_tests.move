#[test_only]
module aggregator::instant_sell_tests {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aggregator::aggregator;
    use aggregator::marketplaces;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::orders;
    use marketplace::world;
    use mercato::biddings_v2;

    /// The seller sells one token.
    fun sell(offer: address, marketplace: String, token: address, name: vector<u8>, fee_schedule: Object<FeeSchedule>) {
        aggregator::instant_sell<AptosCoin>(
            &world::seller(),
            vector[offer],
            vector[marketplace],
            vector[token],
            vector[marketplaces::opals()],
            vector[world::name(name)],
            1,
            vector[0],
            fee_schedule,
            vector[1]
        );
    }

    #[test]
    fun tokens_are_sold_into_offers_of_two_marketplaces() {
        let fee_schedule = marketplaces::begin();
        let (one, two) = (world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address()));
        let here = orders::collection_offer(fee_schedule, 1000, 1);
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), 2000);
        let there = biddings_v2::last_bid();
        aggregator::instant_sell<AptosCoin>(
            &world::seller(),
            vector[object::object_address(&here), there],
            vector[marketplaces::opal(), marketplaces::mercato()],
            vector[one, two],
            vector[marketplaces::opals(), marketplaces::opals()],
            vector[world::name(b"Opal #1"), world::name(b"Opal #1")],
            1,
            vector[0, 0],
            fee_schedule,
            vector[1, 1]
        );
        assert!(world::owner_of(one) == world::buyer_address(), 1);
        assert!(world::owner_of(two) == world::buyer_address(), 2);
        assert!(world::balance(world::seller_address()) == world::start() + 2985, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_v1_token_is_sold_into_an_offer() {
        let fee_schedule = marketplaces::begin();
        world::tokenv1(&world::seller(), b"one", 5, 100);
        let here = orders::collection_offer_tokenv1(fee_schedule, 1000, 2);
        sell(object::object_address(&here), marketplaces::opal(), @0x0, b"one", fee_schedule);
        assert!(world::tokenv1_balance(world::buyer_address(), b"one") == 1, 1);
        world::assert_conserved(orders::in_collection_offer(here));
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = aggregator::opal_adapter)]
    /// Anyone may open a marketplace that takes everything, and offer high prices there.
    fun nobody_sells_into_an_offer_of_a_marketplace_they_did_not_choose() {
        let fee_schedule = marketplaces::begin();
        let greedy = fee_schedule::init(&world::stranger(), world::stranger_address(), 0, 100, 5);
        let token = world::tokenv2_at(world::seller_address());
        let trap = orders::collection_offer(greedy, 1000, 1);
        sell(object::object_address(&trap), marketplaces::opal(), token, b"Opal #1", fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = aggregator::routes)]
    fun a_marketplace_whose_bids_are_numbers_is_not_served() {
        let fee_schedule = marketplaces::begin();
        sell(@0x1, marketplaces::topaz(), @0x0, b"one", fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::routes)]
    fun an_unknown_marketplace_is_refused() {
        let fee_schedule = marketplaces::begin();
        sell(@0x1, world::name(b"bazaar"), @0x0, b"one", fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = marketplace::collection_offer)]
    fun an_expired_offer_undoes_the_others() {
        let fee_schedule = marketplaces::begin();
        let token = world::tokenv2_at(world::seller_address());
        let here = orders::collection_offer(fee_schedule, 1000, 1);
        world::at_second(2000);
        world::assert_conserved(orders::in_collection_offer(here));
        sell(object::object_address(&here), marketplaces::opal(), token, b"Opal #1", fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = aggregator::order_lists)]
    fun one_token_goes_into_each_offer() {
        let fee_schedule = marketplaces::begin();
        let token = world::tokenv2_at(world::seller_address());
        let here = orders::collection_offer(fee_schedule, 1000, 2);
        aggregator::instant_sell<AptosCoin>(
            &world::seller(),
            vector[object::object_address(&here)],
            vector[marketplaces::opal()],
            vector[token],
            vector[marketplaces::opals()],
            vector[world::name(b"Opal #1")],
            1,
            vector[0],
            fee_schedule,
            vector[2]
        );
    }

    /// The seller sells into one offer here and one at Mercato, for at least so much each and together.
    fun sell_two_for_at_least(leasts: vector<u64>, least: u64) {
        let fee_schedule = marketplaces::begin();
        let (one, two) = (world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address()));
        let here = orders::collection_offer(fee_schedule, 1000, 1);
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), 2000);
        aggregator::instant_sell_for_at_least<AptosCoin>(
            &world::seller(),
            vector[object::object_address(&here), biddings_v2::last_bid()],
            vector[marketplaces::opal(), marketplaces::mercato()],
            vector[one, two],
            vector[marketplaces::opals(), marketplaces::opals()],
            vector[world::name(b"Opal #1"), world::name(b"Opal #1")],
            1,
            vector[0, 0],
            fee_schedule,
            vector[1, 1],
            leasts,
            least
        );
    }

    #[test]
    fun tokens_are_sold_for_what_they_are_to_bring_at_least() {
        sell_two_for_at_least(vector[985, 2000], 2985);
        assert!(world::balance(world::seller_address()) == world::start() + 2985, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = aggregator::aggregator)]
    fun one_sale_below_its_least_undoes_the_others() {
        sell_two_for_at_least(vector[986, 1], 0);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = aggregator::aggregator)]
    fun sales_that_bring_less_together_are_undone() {
        sell_two_for_at_least(vector[985, 2000], 2986);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun every_sale_has_a_least_of_its_own() {
        sell_two_for_at_least(vector[985], 0);
    }

    #[test]
    #[expected_failure(abort_code = 65538, location = aggregator::order_lists)]
    fun fewer_amounts_than_offers_are_refused() {
        let fee_schedule = marketplaces::begin();
        let token = world::tokenv2_at(world::seller_address());
        let here = orders::collection_offer(fee_schedule, 1000, 2);
        aggregator::instant_sell<AptosCoin>(
            &world::seller(),
            vector[object::object_address(&here)],
            vector[marketplaces::opal()],
            vector[token],
            vector[marketplaces::opals()],
            vector[world::name(b"Opal #1")],
            1,
            vector[0],
            fee_schedule,
            vector[]
        );
    }
}
