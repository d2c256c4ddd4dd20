#[test_only]
/// What a venue may take, and who may change it.
module marketplace::fee_schedule_tests {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use marketplace::coin_listing;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::orders;
    use marketplace::world;

    #[test]
    fun a_new_venue_says_what_it_takes() {
        world::begin();
        let venue = fee_schedule::init(&world::stranger(), @0xfee5, 7, 9, 200, 3);
        assert!(object::is_owner(venue, world::stranger_address()), 1);
        assert!(fee_schedule::fee_address(venue) == @0xfee5, 2);
        assert!(fee_schedule::bidding_fee(venue, 100) == 7, 3);
        assert!(fee_schedule::listing_fee(venue, 100) == 9, 4);
        assert!(fee_schedule::commission(venue, 1000) == 15, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun anybody_opens_a_venue_by_transaction() {
        world::begin();
        fee_schedule::init_entry(&world::stranger(), @0xfee5, 7, 9, 200, 3);
        let venue = fee_schedule::newest();
        assert!(fee_schedule::listing_fee(venue, 100) == 9, 1);
        assert!(fee_schedule::commission(venue, 1000) == 15, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_venue_may_be_opened_that_takes_nothing() {
        world::begin();
        fee_schedule::empty(&world::stranger(), @0xfee5);
        let venue = fee_schedule::newest();
        assert!(object::is_owner(venue, world::stranger_address()), 1);
        assert!(fee_schedule::fee_address(venue) == @0xfee5, 2);
        assert!(fee_schedule::listing_fee(venue, 100) == 0, 3);
        assert!(fee_schedule::bidding_fee(venue, 100) == 0, 4);
        assert!(fee_schedule::commission(venue, 1000) == 0, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun commission_is_rounded_down() {
        let venue = world::begin_with(15, 1000);
        assert!(fee_schedule::commission(venue, 0) == 0, 1);
        assert!(fee_schedule::commission(venue, 66) == 0, 2);
        assert!(fee_schedule::commission(venue, 67) == 1, 3);
        assert!(fee_schedule::commission(venue, 133) == 1, 4);
        assert!(fee_schedule::commission(venue, 134) == 2, 5);
        world::assert_conserved(0);
    }

    #[test]
    fun commission_of_the_largest_price_does_not_overflow() {
        let venue = world::begin_with(1000, 1000);
        assert!(fee_schedule::commission(venue, 18446744073709551615) == 18446744073709551615, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_commission_of_everything_is_allowed() {
        let venue = world::begin_with(1, 1);
        assert!(fee_schedule::commission(venue, 123) == 123, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun a_commission_above_everything_is_refused() {
        world::begin_with(1001, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 131074, location = marketplace::fee_schedule)]
    fun a_commission_over_zero_is_refused() {
        world::begin_with(0, 0);
    }

    #[test]
    fun the_owner_changes_the_fee_address() {
        let venue = world::begin();
        fee_schedule::set_fee_address(&world::person(@marketplace), venue, @0xfee5);
        assert!(fee_schedule::fee_address(venue) == @0xfee5, 1);
        assert!(fee_schedule::announced() == 2, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun the_owner_changes_the_listing_fee() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_listing_fee(&world::person(@marketplace), venue, 11);
        assert!(fee_schedule::listing_fee(venue, 5) == 11, 1);
        assert!(fee_schedule::announced() == 2, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun the_owner_changes_the_bidding_fee() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_bidding_fee(&world::person(@marketplace), venue, 12);
        assert!(fee_schedule::bidding_fee(venue, 5) == 12, 1);
        assert!(fee_schedule::announced() == 2, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun the_owner_changes_to_a_fixed_commission_and_back() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_commission(&world::person(@marketplace), venue, 13);
        assert!(fee_schedule::commission(venue, 1000000) == 13, 1);
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), venue, 100, 2);
        assert!(fee_schedule::commission(venue, 1000000) == 20000, 2);
        assert!(fee_schedule::announced() == 3, 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_changes_the_fee_address() {
        let venue = world::begin();
        fee_schedule::set_fee_address(&world::stranger(), venue, @0x57);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_changes_the_listing_fee() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_listing_fee(&world::stranger(), venue, 1);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_changes_the_bidding_fee() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_bidding_fee(&world::stranger(), venue, 1);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_sets_a_fixed_commission() {
        let venue = world::begin();
        fee_schedule::set_fixed_rate_commission(&world::stranger(), venue, 0);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::fee_schedule)]
    fun only_the_owner_sets_a_percentage() {
        let venue = world::begin();
        fee_schedule::set_percentage_rate_commission(&world::stranger(), venue, 100, 1);
    }

    #[test]
    #[expected_failure(abort_code = 65539, location = marketplace::fee_schedule)]
    fun the_owner_can_not_take_more_than_everything() {
        let venue = world::begin();
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), venue, 100, 101);
    }

    #[test]
    #[expected_failure(abort_code = 131074, location = marketplace::fee_schedule)]
    fun the_owner_can_not_divide_by_zero() {
        let venue = world::begin();
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), venue, 0, 0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::fee_schedule)]
    fun a_venue_that_is_gone_answers_nothing() {
        let venue = world::begin();
        fee_schedule::destroy(venue);
        fee_schedule::fee_address(venue);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::fee_schedule)]
    fun a_venue_that_is_gone_is_not_changed() {
        let venue = world::begin();
        fee_schedule::destroy(venue);
        fee_schedule::set_fee_address(&world::person(@marketplace), venue, @0xfee5);
    }

    #[test]
    /// A venue is an object: who receives it receives the right to change it.
    fun a_venue_that_is_given_away_obeys_its_new_owner() {
        let venue = world::begin();
        object::transfer<FeeSchedule>(&world::person(@marketplace), venue, world::stranger_address());
        fee_schedule::set_fee_address(&world::stranger(), venue, @0xfee5);
        assert!(fee_schedule::fee_address(venue) == @0xfee5, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_fee_changed_after_listing_holds_for_the_sale() {
        let venue = world::begin();
        world::create_collection(0, 0);
        let listing = orders::list(world::tokenv2(world::seller_address()), venue, 1000);
        fee_schedule::set_percentage_rate_commission(&world::person(@marketplace), venue, 10, 1);
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
        assert!(world::balance(world::treasury_address()) == 100, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 900, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_fixed_commission_above_the_price_takes_the_price_and_no_more() {
        let venue = world::begin();
        world::create_collection(0, 0);
        fee_schedule::set_fixed_rate_commission(&world::person(@marketplace), venue, 5000);
        let token = world::tokenv2(world::seller_address());
        let listing = orders::list(token, venue, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
        assert!(world::balance(world::treasury_address()) == 1000, 1);
        assert!(world::balance(world::seller_address()) == world::start(), 2);
        assert!(world::balance(world::buyer_address()) == world::start() - 1000, 3);
        world::assert_conserved(0);
    }
}
