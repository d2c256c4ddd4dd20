#[test_only]
/// Sales of v2 tokens, beyond what the shared scenarios tell.
module marketplace::listing_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;
    use aptos_framework::object::{Self, ObjectCore};
    use aptos_token_objects::token as tokenv2;
    use marketplace::coin_listing;
    use marketplace::event_log;
    use marketplace::fee_schedule;
    use marketplace::listing;
    use marketplace::orders;
    use marketplace::world::{Self, OtherCoin};

    #[test]
    fun a_listing_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        let token = world::tokenv2(world::seller_address());
        let order = orders::list(token, fee_schedule, 1000);
        assert!(listing::seller(order) == world::seller_address(), 1);
        assert!(listing::listed_object(order) == world::as_object(token), 2);
        assert!(listing::fee_schedule(order) == fee_schedule, 3);
        let (payee, royalty) = listing::compute_royalty(order, 1000);
        assert!(payee == world::payee_address() && royalty == 50, 4);
        assert!(coin_listing::price<AptosCoin>(order) == option::some(1000), 5);
        assert!(coin_listing::price<OtherCoin>(order) == option::none(), 6);
        assert!(event_log::is_about_tokenv2(listing::token_metadata(order), token), 7);
        world::assert_conserved(0);
    }

    #[test]
    fun without_royalty_nobody_receives_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        let (payee, royalty) = listing::compute_royalty(order, 1000);
        assert!(payee == @0x0 && royalty == 0, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_tokens_own_royalty_goes_before_its_collections() {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        let order = orders::list(world::tokenv2_with_royalty(world::seller_address(), 20, 100), fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        assert!(world::balance(world::payee_address()) == 200, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun placing_a_listing_pays_the_listing_fee() {
        let fee_schedule = world::begin_charging(30);
        world::create_collection(0, 0);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        assert!(world::balance(world::seller_address()) == world::start() - 30, 1);
        assert!(world::balance(world::treasury_address()) == 30, 2);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = aptos_framework::coin)]
    fun a_listing_fee_beyond_the_balance_aborts() {
        let fee_schedule = world::begin_charging(30);
        world::create_collection(0, 0);
        let all = coin::withdraw<AptosCoin>(&world::seller(), world::start() - 29);
        coin::deposit(world::stranger_address(), all);
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
    }

    #[test]
    fun a_price_change_pays_no_listing_fee() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        fee_schedule::set_fixed_rate_listing_fee(&world::person(@marketplace), fee_schedule, 30);
        world::at_second(1000 + 604800);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), order, 900);
        assert!(world::balance(world::seller_address()) == world::start(), 1);
        assert!(coin_listing::price<AptosCoin>(order) == option::some(900), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun an_ended_listing_gives_the_token_back_to_be_listed_again() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let order = orders::list(token, fee_schedule, 1000);
        assert!(object::owner(token) == object::object_address(&order), 1);
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), order);
        assert!(object::owner(token) == world::seller_address(), 2);
        assert!(!object::is_object(object::object_address(&order)), 3);
        orders::list(token, fee_schedule, 2000);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393223, location = aptos_framework::object)]
    fun only_tokens_are_listed() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let thing = object::create_object(world::seller_address());
        let object = object::object_from_constructor_ref<ObjectCore>(&thing);
        coin_listing::init_fixed_price<AptosCoin>(&world::seller(), object, fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_soulbound_token_is_not_listed() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (token, ref) = world::revocable_tokenv2(world::seller_address());
        object::disable_ungated_transfer(&ref);
        orders::list(token, fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_listing_is_not_handed_on() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        object::transfer(&world::seller(), order, world::stranger_address());
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_listed_token_is_not_moved_by_its_seller() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        orders::list(token, fee_schedule, 1000);
        object::transfer(&world::seller(), token, world::stranger_address());
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = aptos_framework::object)]
    /// The buyer keeps their money when the creator has pulled the token out of the escrow.
    fun a_token_pulled_out_of_escrow_is_not_sold() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (token, ref) = world::revocable_tokenv2(world::seller_address());
        let order = orders::list(token, fee_schedule, 1000);
        object::transfer_with_ref(object::generate_linear_transfer_ref(&ref), world::stranger_address());
        world::assert_conserved(0);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aptos_framework::object)]
    fun a_token_burnt_in_escrow_is_not_sold() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (token, burn) = world::burnable_tokenv2(world::seller_address());
        let order = orders::list(token, fee_schedule, 1000);
        tokenv2::burn(burn);
        world::assert_conserved(0);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun a_listing_is_not_bought_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::purchase<OtherCoin>(&world::buyer(), order);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun a_listing_is_not_ended_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::end_fixed_price<OtherCoin>(&world::seller(), order);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun a_listing_is_not_repriced_in_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::update_fixed_price<OtherCoin>(&world::seller(), order, 1);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::listing)]
    fun a_sold_listing_answers_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), order);
        world::assert_conserved(0);
        listing::seller(order);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    /// A reference from before the sale is useless afterwards.
    fun a_kept_reference_does_not_sell_twice() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let order = orders::list(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        coin_listing::purchase_many<AptosCoin>(&world::buyer(), vector[order, order]);
    }

    #[test]
    /// A new owner's token is not for sale by the old owner's listing.
    fun a_token_sold_and_listed_anew_has_one_listing() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let first = orders::list(token, fee_schedule, 1000);
        coin_listing::purchase<AptosCoin>(&world::buyer(), first);
        coin_listing::init_fixed_price<AptosCoin>(&world::buyer(), world::as_object(token), fee_schedule, 5000);
        let second = orders::newest_listing();
        assert!(first != second, 1);
        assert!(!object::is_object(object::object_address(&first)), 2);
        assert!(object::owner(token) == object::object_address(&second), 3);
        world::assert_conserved(0);
    }
}
