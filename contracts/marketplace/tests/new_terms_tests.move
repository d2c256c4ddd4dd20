#[test_only]
/// New terms of listings that stand, where the scenarios of `listing-terms.json` do not reach: other coins, fees, and the edges of u64.
module marketplace::new_terms_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::coin_listing;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::{Self, Listing};
    use marketplace::orders;
    use marketplace::world::{Self, OtherCoin};

    const MAX: u64 = 18446744073709551615;

    fun list(fee_schedule: Object<FeeSchedule>): Object<Listing> {
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000000)
    }

    fun begin(): Object<Listing> {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        list(fee_schedule)
    }

    fun price_for_buyer(order: Object<Listing>): u64 {
        option::destroy_some(coin_listing::price_for<AptosCoin>(order, world::buyer_address()))
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun a_listing_in_one_coin_has_no_terms_in_another() {
        let order = begin();
        world::give_other_coin();
        coin_listing::update_terms_many<OtherCoin>(
            &world::seller(), vector[order], vector[1], vector[1], 0, 0, 0, @0x0, vector[0]
        );
    }

    #[test]
    fun new_terms_cost_no_placing_fee() {
        let fee_schedule = world::begin_charging(500);
        world::create_collection(5, 100);
        let order = list(fee_schedule);
        let before = world::balance(world::seller_address());
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[2000000], vector[1000], 2000, 3000, 9000, @0x0, vector[900]
        );
        assert!(world::balance(world::seller_address()) == before, 1);
        world::assert_conserved(0);
    }

    #[test]
    /// Nothing overflows: neither the fall, nor fee and royalty of the highest price.
    fun the_largest_numbers_are_terms_like_others() {
        let order = begin();
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[MAX], vector[2], 1000, 2000, MAX, @0x0, vector[1]
        );
        assert!(price_for_buyer(order) == MAX, 1);
        world::at_second(1060);
        assert!(price_for_buyer(order) == 17339939429286978518, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun no_price_brings_more_than_itself() {
        let order = begin();
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[MAX], vector[MAX], 0, 0, 0, @0x0, vector[MAX]
        );
    }

    #[test]
    fun an_empty_batch_changes_nothing() {
        let order = begin();
        coin_listing::update_terms_many<AptosCoin>(
            &world::stranger(), vector[], vector[], vector[], 0, 0, 0, @0x0, vector[]
        );
        assert!(price_for_buyer(order) == 1000000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun more_listings_than_prices_are_refused() {
        let order = begin();
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order, order], vector[1], vector[1], 0, 0, 0, @0x0, vector[0]
        );
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun a_batch_names_an_end_price_for_every_price() {
        let order = begin();
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[1], vector[1, 1], 0, 0, 0, @0x0, vector[0]
        );
    }

    #[test]
    fun a_listed_tokenv1_gets_new_terms() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let order = orders::list_tokenv1(fee_schedule, 1000000);
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[2000000], vector[2000000], 0, 0, 0, world::buyer_address(),
            vector[1870000]
        );
        assert!(listing::seller(order) == world::seller_address(), 1);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::seller_address()) == world::start() + 1870000, 2);
        world::assert_conserved(0);
    }
}
