#[test_only]
/// The fees that a marketplace may take, and who may change them.
module marketplace::fee_schedule_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;
    use aptos_framework::object;
    use marketplace::coin_listing;
    use marketplace::collection_offer;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::orders;
    use marketplace::token_offer;
    use marketplace::world;

    #[test]
    fun a_new_marketplace_says_what_it_takes() {
        world::begin();
        let fee_schedule = fee_schedule::init(&world::stranger(), @0xfee5, 9, 200, 3);
        assert!(object::is_owner(fee_schedule, world::stranger_address()), 1);
        assert!(fee_schedule::fee_address(fee_schedule) == @0xfee5, 2);
        assert!(fee_schedule::listing_fee(fee_schedule, 100) == 9, 4);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 15, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun anybody_opens_a_marketplace_by_transaction() {
        world::begin();
        fee_schedule::init_entry(&world::stranger(), @0xfee5, 9, 200, 3);
        let fee_schedule = fee_schedule::newest();
        assert!(fee_schedule::listing_fee(fee_schedule, 100) == 9, 1);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 15, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_marketplace_may_be_opened_that_takes_nothing() {
        world::begin();
        fee_schedule::empty(&world::stranger(), @0xfee5);
        let fee_schedule = fee_schedule::newest();
        assert!(object::is_owner(fee_schedule, world::stranger_address()), 1);
        assert!(fee_schedule::fee_address(fee_schedule) == @0xfee5, 2);
        assert!(fee_schedule::listing_fee(fee_schedule, 100) == 0, 3);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 0, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun commission_is_rounded_down() {
        let fee_schedule = world::begin_with(15, 1000);
        assert!(fee_schedule::commission(fee_schedule, 0) == 0, 1);
        assert!(fee_schedule::commission(fee_schedule, 66) == 0, 2);
        assert!(fee_schedule::commission(fee_schedule, 67) == 1, 3);
        assert!(fee_schedule::commission(fee_schedule, 133) == 1, 4);
        assert!(fee_schedule::commission(fee_schedule, 134) == 2, 5);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 131074, location = marketplace::fee_schedule)]
    fun a_commission_over_zero_is_refused() {
        world::begin_with(0, 0);
    }

    #[test]
    fun the_owner_changes_the_fee_address() {
        let fee_schedule = world::begin();
        fee_schedule::set_fee_address(&world::person(@marketplace), fee_schedule, @0xfee5);
        assert!(fee_schedule::fee_address(fee_schedule) == @0xfee5, 1);
        assert!(fee_schedule::announced() == 2, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::fee_schedule)]
    fun fees_are_not_sent_to_an_address_of_the_chain() {
        let fee_schedule = world::begin();
        fee_schedule::set_fee_address(&owner(), fee_schedule, @0xa);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::fee_schedule)]
    fun no_marketplace_is_opened_with_an_address_of_the_chain() {
        world::begin();
        fee_schedule::empty(&world::stranger(), @0x0);
    }

    #[test]
    /// An account that takes no coins could stop sales that owe it nothing.
    fun a_sale_without_commission_pays_nothing_to_the_fee_address() {
        let fee_schedule = world::begin_with(0, 1);
        world::create_collection(0, 0);
        let listing = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
        assert!(!coin::is_account_registered<AptosCoin>(world::treasury_address()), 1);
        assert!(world::balance(world::seller_address()) == world::start() + 1000, 2);
        world::assert_conserved(0);
    }

    #[test]
    /// Who signs a listing or an offer pays what it cost when they looked.
    fun a_higher_placing_fee_is_in_force_a_week_after_it_was_announced() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 11);
        let (raised, from) = fee_schedule::announced_listing_fee(fee_schedule);
        assert!(raised == 11 && from == 1000 + 604800, 1);
        assert!(fee_schedule::announced() == 2, 2);
        world::at_second(from - 1);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        assert!(world::balance(world::seller_address()) == world::start(), 3);
        world::at_second(from);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        assert!(world::balance(world::seller_address()) == world::start() - 11, 4);
        let (raised, from) = fee_schedule::announced_listing_fee(fee_schedule);
        assert!(raised == 0 && from == 0, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun a_lower_placing_fee_holds_at_once_and_drops_what_was_announced() {
        let fee_schedule = world::begin_charging(11);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 20);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 5);
        assert!(fee_schedule::listing_fee(fee_schedule, 5) == 5, 1);
        world::at_second(1000 + 604800);
        assert!(fee_schedule::listing_fee(fee_schedule, 5) == 5, 2);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 0);
        assert!(fee_schedule::listing_fee(fee_schedule, 5) == 0, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_placing_fee_in_force_is_what_the_next_one_is_held_against() {
        let fee_schedule = world::begin();
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 20);
        world::at_second(1000 + 604800);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 30);
        assert!(fee_schedule::listing_fee(fee_schedule, 5) == 20, 1);
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 10);
        assert!(fee_schedule::listing_fee(fee_schedule, 5) == 10, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_changes_the_fee_address() {
        let fee_schedule = world::begin();
        fee_schedule::set_fee_address(&world::stranger(), fee_schedule, @0x57);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_changes_the_listing_fee() {
        let fee_schedule = world::begin();
        fee_schedule::set_fixed_rate_listing_fee(&world::stranger(), fee_schedule, 1);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_sets_a_percentage() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&world::stranger(), fee_schedule, 100, 1);
    }

    #[test]
    #[expected_failure(abort_code = 131074, location = marketplace::fee_schedule)]
    fun the_owner_can_not_divide_by_zero() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), fee_schedule, 0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::fee_schedule)]
    fun a_marketplace_that_is_gone_answers_nothing() {
        let fee_schedule = world::begin();
        fee_schedule::destroy(fee_schedule);
        fee_schedule::fee_address(fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::fee_schedule)]
    fun a_marketplace_that_is_gone_is_not_changed() {
        let fee_schedule = world::begin();
        fee_schedule::destroy(fee_schedule);
        fee_schedule::set_fee_address(&world::person(@marketplace), fee_schedule, @0xfee5);
    }

    fun owner(): signer { world::person(@marketplace) }

    #[test]
    fun the_highest_commission_of_the_largest_price_does_not_overflow() {
        let fee_schedule = world::begin_with(5, 100);
        assert!(fee_schedule::commission(fee_schedule, 18446744073709551615) == 922337203685477580, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun no_marketplace_opens_with_more_than_the_highest_commission() {
        world::begin_with(5001, 100000);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun no_marketplace_announces_more_than_the_highest_commission() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 6);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun no_marketplace_opens_with_more_than_the_highest_placing_fee() {
        world::begin();
        fee_schedule::init(&world::stranger(), @0xfee5, 100000001, 100, 1);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun the_placing_fee_stays_below_the_highest() {
        let fee_schedule = world::begin();
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 100000001);
    }

    #[test]
    fun a_lower_commission_holds_at_once_also_for_standing_orders() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let listing = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 1);
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
        assert!(world::balance(world::treasury_address()) == 10, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_higher_commission_is_in_force_a_week_after_it_was_announced() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 3);
        let (numerator, denominator, from) = fee_schedule::announced_commission(fee_schedule);
        assert!(numerator == 3 && denominator == 100 && from == 1000 + 604800, 1);
        world::at_second(from - 1);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 15, 2);
        world::at_second(from);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 30, 3);
        let (numerator, _, _) = fee_schedule::announced_commission(fee_schedule);
        assert!(numerator == 0, 4);
        world::assert_conserved(0);
    }

    #[test]
    /// The rate of the day an order was placed is the most that is ever taken of it.
    fun a_raised_commission_holds_for_orders_placed_from_then_on() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let before = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        let offer = orders::collection_offer_until(fee_schedule, 1000, 1, 1000000);
        let wanted = world::tokenv2(world::seller_address());
        token_offer::init_for_tokenv2_entry<AptosCoin>(&world::buyer(), wanted, fee_schedule, 1000, 1000000);
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 5);
        world::at_second(1000 + 604800);
        let after = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), before);
        assert!(world::balance(world::treasury_address()) == 15, 1);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, world::tokenv2(world::seller_address()));
        assert!(world::balance(world::treasury_address()) == 30, 2);
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), orders::newest_token_offer());
        assert!(world::balance(world::treasury_address()) == 45, 3);
        coin_listing::purchase<AptosCoin>(&world::buyer(), after);
        assert!(world::balance(world::treasury_address()) == 95, 4);
        world::assert_conserved(0);
    }

    #[test]
    fun a_change_drops_what_was_announced_and_is_not_in_force() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 5);
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 1000, 15);
        world::at_second(1000 + 604800);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 15, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun what_is_in_force_is_what_the_next_change_is_held_against() {
        let fee_schedule = world::begin();
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 4);
        world::at_second(1000 + 604800);
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 5);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 40, 1);
        fee_schedule::set_percentage_rate_commission(&owner(), fee_schedule, 100, 3);
        assert!(fee_schedule::commission(fee_schedule, 1000) == 30, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_marketplace_obeys_its_new_owner_once_that_accepts() {
        let fee_schedule = world::begin();
        fee_schedule::propose_owner(&owner(), fee_schedule, world::stranger_address());
        fee_schedule::set_fixed_rate_listing_fee(&owner(), fee_schedule, 1);
        fee_schedule::accept_owner(&world::stranger(), fee_schedule);
        assert!(object::is_owner(fee_schedule, world::stranger_address()), 1);
        assert!(option::is_none(&fee_schedule::proposed_owner(fee_schedule)), 2);
        assert!(fee_schedule::newest_proposed_owner() == @0x0, 4);
        fee_schedule::set_fee_address(&world::stranger(), fee_schedule, @0xfee5);
        assert!(fee_schedule::fee_address(fee_schedule) == @0xfee5, 3);
        world::assert_conserved(0);
    }

    #[test]
    /// An offer is open until it is accepted or replaced; its event announces it to watchers of the marketplace.
    fun an_offer_of_the_marketplace_is_announced_and_repeated_by_every_later_change() {
        let fee_schedule = world::begin();
        let announced = fee_schedule::announced();
        fee_schedule::propose_owner(&owner(), fee_schedule, world::stranger_address());
        assert!(fee_schedule::announced() == announced + 1, 1);
        assert!(fee_schedule::newest_proposed_owner() == world::stranger_address(), 2);
        fee_schedule::set_paused(&owner(), fee_schedule, true);
        assert!(fee_schedule::newest_proposed_owner() == world::stranger_address(), 3);
        fee_schedule::propose_owner(&owner(), fee_schedule, @marketplace);
        assert!(fee_schedule::newest_proposed_owner() == @marketplace, 4);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::fee_schedule)]
    fun nobody_accepts_a_marketplace_that_was_offered_to_another() {
        let fee_schedule = world::begin();
        fee_schedule::propose_owner(&owner(), fee_schedule, world::stranger_address());
        fee_schedule::accept_owner(&world::buyer(), fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::fee_schedule)]
    fun an_offered_marketplace_is_accepted_once() {
        let fee_schedule = world::begin();
        fee_schedule::propose_owner(&owner(), fee_schedule, world::stranger_address());
        fee_schedule::accept_owner(&world::stranger(), fee_schedule);
        fee_schedule::accept_owner(&world::stranger(), fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_offers_the_marketplace() {
        let fee_schedule = world::begin();
        fee_schedule::propose_owner(&world::stranger(), fee_schedule, world::stranger_address());
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    /// A typing error loses nothing.
    fun a_marketplace_is_not_handed_on_in_one_step() {
        let fee_schedule = world::begin();
        object::transfer<FeeSchedule>(&owner(), fee_schedule, world::stranger_address());
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_pauses() {
        let fee_schedule = world::begin();
        fee_schedule::set_paused(&world::stranger(), fee_schedule, true);
    }

    #[test]
    /// Makers of orders can always exit, by a sale or without one.
    fun a_pause_leaves_every_way_out_open() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let sold = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        let ended = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        let cancelled = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        let filled = orders::collection_offer(fee_schedule, 1000, 1);
        fee_schedule::set_paused(&owner(), fee_schedule, true);
        assert!(fee_schedule::is_paused(fee_schedule), 1);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), sold, 900);
        coin_listing::purchase<AptosCoin>(&world::buyer(), sold);
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), ended);
        token_offer::cancel<AptosCoin>(&world::buyer(), cancelled);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), filled, world::tokenv2(world::seller_address()));
        fee_schedule::set_paused(&owner(), fee_schedule, false);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196613, location = marketplace::fee_schedule)]
    fun a_paused_marketplace_takes_no_listing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_paused(&owner(), fee_schedule, true);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 196613, location = marketplace::fee_schedule)]
    fun a_paused_marketplace_takes_no_token_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_paused(&owner(), fee_schedule, true);
        orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 196613, location = marketplace::fee_schedule)]
    fun a_paused_marketplace_takes_no_collection_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_paused(&owner(), fee_schedule, true);
        orders::collection_offer(fee_schedule, 1000, 1);
    }
}
