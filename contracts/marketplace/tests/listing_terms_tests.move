#[test_only]
/// Listings on terms: falling prices, expiry, reserved buyers and least proceeds, at their edges.
module marketplace::listing_terms_tests {
    use std::option;
    use std::vector;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use marketplace::coin_listing;
    use marketplace::event_log;
    use marketplace::events::ListingPlaced;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::listing::Listing;
    use marketplace::listing_terms;
    use marketplace::orders;
    use marketplace::world;

    const MAX: u64 = 18446744073709551615;

    fun begin(): Object<FeeSchedule> {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        fee_schedule
    }

    /// The seller lists a v2 token on terms.
    fun list(
        fee_schedule: Object<FeeSchedule>, price: u64, end_price: u64, from: u64, until: u64, expiration: u64,
        reserved_for: address, least: u64
    ): Object<Listing> {
        coin_listing::init_with_terms_many<AptosCoin>(
            &world::seller(), vector[world::as_object(world::tokenv2(world::seller_address()))], fee_schedule,
            vector[price], vector[end_price], from, until, expiration, reserved_for, vector[least]
        );
        orders::newest_listing()
    }

    fun list_falling(fee_schedule: Object<FeeSchedule>): Object<Listing> {
        list(fee_schedule, 1000000, 500000, 2000, 12000, 0, @0x0, 0)
    }

    fun list_expiring(fee_schedule: Object<FeeSchedule>): Object<Listing> {
        list(fee_schedule, 1000000, 1000000, 0, 0, 2000, @0x0, 0)
    }

    fun list_reserved(fee_schedule: Object<FeeSchedule>): Object<Listing> {
        list(fee_schedule, 1000000, 1000000, 0, 0, 0, world::buyer_address(), 0)
    }

    fun update(listing: Object<Listing>, price: u64, expiration: u64, least: u64) {
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[listing], vector[price], vector[price], 0, 0, expiration, @0x0, vector[least]
        );
    }

    fun price(listing: Object<Listing>): u64 {
        option::destroy_some(coin_listing::price<AptosCoin>(listing))
    }

    fun is_for_sale_to(listing: Object<Listing>, buyer: address): bool {
        option::is_some(&coin_listing::price_for<AptosCoin>(listing, buyer))
    }

    #[test]
    fun terms_are_stated_by_the_listing_and_its_event() {
        let fee_schedule = begin();
        let order = list(fee_schedule, 1000000, 500000, 2000, 12000, 9000, world::buyer_address(), 400000);
        let (price, end_price, from, until, expiration, buyer, least) = coin_listing::terms<AptosCoin>(order);
        assert!(price == 1000000 && end_price == 500000 && from == 2000 && until == 12000, 1);
        assert!(expiration == 9000 && buyer == world::buyer_address() && least == 400000, 2);
        assert!(
            event_log::last_ends_with<ListingPlaced, AptosCoin>(vector[9000, 500000, 2000, 12000, 400000]), 3
        );
        world::assert_conserved(0);
    }

    #[test]
    fun a_price_falls_in_a_hundred_steps_from_the_first_second_to_the_last() {
        let fee_schedule = begin();
        let order = list_falling(fee_schedule);
        assert!(price(order) == 1000000, 1);
        world::at_second(2099);
        assert!(price(order) == 1000000, 2);
        world::at_second(2100);
        assert!(price(order) == 995000, 3);
        world::at_second(11999);
        assert!(price(order) == 505000, 4);
        world::at_second(12000);
        assert!(price(order) == 500000, 5);
        world::at_second(9000000);
        assert!(price(order) == 500000, 6);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(event_log::figures_of_listing_filled() == vector[vector[500000, 7500, 25000]], 7);
        world::assert_conserved(0);
    }

    #[test]
    fun a_short_fall_has_steps_of_a_minute() {
        assert!(listing_terms::price_at(300, 0, 0, 150, 59) == 300, 1);
        assert!(listing_terms::price_at(300, 0, 0, 150, 60) == 180, 2);
        assert!(listing_terms::price_at(300, 0, 0, 150, 149) == 60, 3);
        assert!(listing_terms::price_at(300, 0, 0, 150, 150) == 0, 4);
        assert!(listing_terms::price_at(300, 0, 0, 1, 0) == 300 && listing_terms::price_at(300, 0, 0, 1, 1) == 0, 5);
    }

    #[test]
    /// Every second of falls of all lengths, and numbers at the edge of u64.
    fun a_price_never_rises_and_never_leaves_its_range() {
        let lengths = vector[1, 59, 60, 61, 99, 100, 101, 719];
        for (i in 0..vector::length(&lengths)) {
            let before = 1009;
            for (now in 0..800) {
                let present = listing_terms::price_at(1009, 13, 7, 7 + lengths[i], now);
                assert!(present <= before && present >= 13, 1);
                before = present;
            };
            assert!(before == 13, 2);
        };
        let seconds = vector[0, 1, 60, 184467440737095517, MAX - 1, MAX];
        let before = MAX;
        for (i in 0..6) {
            let present = listing_terms::price_at(MAX, 1, 0, MAX, seconds[i]);
            assert!(present <= before && present >= 1, 3);
            before = present;
        };
        assert!(before == 1 && listing_terms::price_at(MAX, MAX - 1, MAX - 1, MAX, MAX - 1) == MAX, 4);
    }

    #[test]
    fun a_price_is_rounded_down_to_whole_octas() {
        // A third of 10 is left of the fall after two of three steps.
        assert!(listing_terms::price_at(10, 0, 0, 180, 120) == 3, 1);
        assert!(listing_terms::price_at(2, 1, 0, 180, 60) == 1, 2);
    }

    #[test]
    fun a_ceiling_is_compared_with_the_price_of_the_moment() {
        let fee_schedule = begin();
        let order = list_falling(fee_schedule);
        world::at_second(7000);
        coin_listing::purchase_for_at_most<AptosCoin>(&world::buyer(), order, 750000);
        assert!(world::balance(world::buyer_address()) == world::start() - 750000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196609, location = marketplace::balance_guard)]
    fun a_ceiling_of_later_is_too_low_now() {
        let fee_schedule = begin();
        let order = list_falling(fee_schedule);
        world::at_second(6999);
        coin_listing::purchase_for_at_most<AptosCoin>(&world::buyer(), order, 750000);
    }

    #[test]
    #[expected_failure(abort_code = 196609, location = marketplace::balance_guard)]
    fun new_terms_do_not_take_more_than_was_agreed() {
        let fee_schedule = begin();
        let order = list_falling(fee_schedule);
        world::at_second(7000);
        update(order, 750001, 0, 0);
        coin_listing::purchase_for_at_most<AptosCoin>(&world::buyer(), order, 750000);
    }

    #[test]
    fun an_ended_fall_names_the_price_of_that_moment() {
        let fee_schedule = begin();
        let order = list_falling(fee_schedule);
        world::at_second(2100);
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), order);
        assert!(event_log::figures_of_listing_canceled() == vector[vector[995000]], 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_listing_is_bought_in_its_last_second() {
        let fee_schedule = begin();
        let order = list_expiring(fee_schedule);
        world::at_second(1999);
        assert!(is_for_sale_to(order, world::buyer_address()), 1);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::listing_terms)]
    fun an_expired_listing_is_not_bought() {
        let fee_schedule = begin();
        let order = list_expiring(fee_schedule);
        world::at_second(2000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
    }

    #[test]
    fun an_expired_listing_is_ended_by_its_seller() {
        let fee_schedule = begin();
        let order = list_expiring(fee_schedule);
        world::at_second(2000);
        assert!(!is_for_sale_to(order, world::buyer_address()), 1);
        let token = marketplace::listing::listed_object(order);
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), order);
        assert!(object::owner(token) == world::seller_address(), 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196610, location = marketplace::listing_terms)]
    fun a_new_price_does_not_bring_an_expired_listing_back() {
        let fee_schedule = begin();
        let order = list_expiring(fee_schedule);
        world::at_second(2000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), order, 900000);
    }

    #[test]
    fun new_terms_bring_an_expired_listing_back() {
        let fee_schedule = begin();
        let order = list_expiring(fee_schedule);
        world::at_second(2000);
        update(order, 900000, 2001, 0);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        world::assert_conserved(0);
    }

    #[test]
    fun a_new_price_leaves_the_other_terms() {
        let fee_schedule = begin();
        let order = list(fee_schedule, 1000000, 500000, 2000, 12000, 9000, world::buyer_address(), 400000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), order, 700000);
        let (price, end_price, from, until, expiration, buyer, least) = coin_listing::terms<AptosCoin>(order);
        assert!(price == 700000 && end_price == 700000 && from == 0 && until == 0, 1);
        assert!(expiration == 9000 && buyer == world::buyer_address() && least == 400000, 2);
    }

    #[test]
    fun the_reserved_buyer_buys() {
        let fee_schedule = begin();
        let order = list_reserved(fee_schedule);
        assert!(is_for_sale_to(order, world::buyer_address()), 1);
        assert!(!is_for_sale_to(order, world::stranger_address()), 2);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = marketplace::listing_terms)]
    fun another_buyer_is_refused() {
        let fee_schedule = begin();
        coin_listing::purchase<AptosCoin>(&world::stranger(), list_reserved(fee_schedule));
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = marketplace::listing_terms)]
    fun the_seller_is_refused_as_any_other_buyer() {
        let fee_schedule = begin();
        coin_listing::purchase_many<AptosCoin>(&world::seller(), vector[list_reserved(fee_schedule)]);
    }

    #[test]
    fun the_least_is_what_a_sale_brings_to_the_octa() {
        let fee_schedule = begin();
        // 1000000 less 5 % and 1.5 %.
        let order = list(fee_schedule, 1000000, 1000000, 0, 0, 0, @0x0, 935000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::seller_address()) == world::start() + 935000, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun more_than_the_price_brings_is_not_asked_for() {
        list(begin(), 1000000, 1000000, 0, 0, 0, @0x0, 935001);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun the_lowest_price_has_to_bring_the_least() {
        list(begin(), 1000000, 500000, 2000, 12000, 0, @0x0, 467500);
    }

    #[test]
    fun the_lowest_price_brings_an_octa_more_than_the_least() {
        let order = list(begin(), 1000000, 500000, 2000, 12000, 0, @0x0, 467499);
        world::at_second(12000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun a_new_price_has_to_bring_the_least() {
        let order = list(begin(), 1000000, 1000000, 0, 0, 0, @0x0, 935000);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), order, 999000);
    }

    #[test]
    fun fees_and_royalty_raised_later_do_not_touch_the_least() {
        let fee_schedule = world::begin();
        let royalty = world::create_mutable_collection(5, 100);
        let order = list(fee_schedule, 1000000, 1000000, 0, 0, 0, @0x0, 935000);
        world::set_royalty_by(&royalty, 50, 100);
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), fee_schedule, 100, 5);
        world::at_second(1000 + 604800);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::seller_address()) == world::start() + 935000, 1);
        world::assert_conserved(0);
    }

    #[test]
    /// Royalty and commission round down by themselves: 300 brings 294, 299 brings 295. Shown at 300 for as long as its seller likes, it
    /// could never be bought, and would be a false floor.
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun a_price_that_nobody_can_pay_is_not_placed() {
        let fee_schedule = world::begin_with(1, 100);
        world::create_collection(1, 100);
        list(fee_schedule, 300, 299, 9000000000, 9000000001, 0, @0x0, 295);
    }

    #[test]
    #[expected_failure(abort_code = 65546, location = marketplace::coin_listing)]
    fun a_price_that_nobody_can_pay_is_not_set() {
        let fee_schedule = world::begin_with(1, 100);
        world::create_collection(1, 100);
        let order = list(fee_schedule, 300, 300, 0, 0, 0, @0x0, 0);
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[300], vector[299], 9000000000, 9000000001, 0, @0x0, vector[295]
        );
    }

    #[test]
    /// Whatever it falls from and to, with the highest least that is taken.
    fun every_price_on_the_way_can_be_paid() {
        let fee_schedule = world::begin_with(3, 100);
        world::create_collection(7, 100);
        for (end in 95..105) {
            let least = end - end * 3 / 100 - end * 7 / 100 - 1;
            for (more in 1..9) {
                let order = list(fee_schedule, end + more, end, 100000, 100000 + 6000, 0, @0x0, least);
                for (step in 0..11) {
                    world::at_second(100000 + step * 600);
                    assert!(is_for_sale_to(order, world::buyer_address()), end * 1000 + more);
                };
                world::at_second(1000);
            }
        };
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_price_does_not_rise() {
        list(begin(), 500000, 1000000, 2000, 12000, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_price_does_not_fall_to_itself() {
        list(begin(), 500000, 500000, 2000, 12000, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_price_does_not_fall_to_nothing() {
        list(begin(), 500000, 0, 2000, 12000, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_price_does_not_fall_in_no_time() {
        list(begin(), 1000000, 500000, 2000, 2000, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_price_does_not_fall_in_the_past() {
        list(begin(), 1000000, 500000, 500, 1000, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_lower_end_without_a_time_is_no_fixed_price() {
        list(begin(), 1000000, 500000, 0, 0, 0, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65537, location = marketplace::listing_terms)]
    fun a_listing_is_not_placed_expired() {
        list(begin(), 1000000, 1000000, 0, 0, 1000, @0x0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65545, location = marketplace::coin_listing)]
    fun terms_of_a_listing_are_not_replaced_twice_in_a_batch() {
        let order = list_falling(begin());
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order, order], vector[1, 2], vector[1, 2], 0, 0, 0, @0x0, vector[0, 0]
        );
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::coin_listing)]
    fun only_the_seller_replaces_terms() {
        let order = list_falling(begin());
        coin_listing::update_terms_many<AptosCoin>(
            &world::stranger(), vector[order], vector[1], vector[1], 0, 0, 0, @0x0, vector[0]
        );
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::coin_listing)]
    fun a_batch_names_a_least_for_every_price() {
        let order = list_falling(begin());
        coin_listing::update_terms_many<AptosCoin>(
            &world::seller(), vector[order], vector[1], vector[1], 0, 0, 0, @0x0, vector[]
        );
    }

    #[test]
    fun a_tokenv1_is_sold_on_terms() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        coin_listing::init_with_terms_for_tokenv1_many<AptosCoin>(
            &world::seller(), world::creator_address(), world::name(b"Old Opals"),
            vector[world::name(orders::tokenv1_name())], 0, fee_schedule, vector[1000000], vector[500000], 2000, 12000,
            0, world::buyer_address(), vector[467499]
        );
        world::at_second(12000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), orders::newest_listing());
        assert!(world::tokenv1_balance(world::buyer_address(), orders::tokenv1_name()) == 1, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 467500, 2);
        world::assert_conserved(0);
    }
}
