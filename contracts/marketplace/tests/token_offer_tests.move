#[test_only]
/// Offers for one token, beyond what the shared scenarios tell.
module marketplace::token_offer_tests {
    use std::option;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object;
    use aptos_token::token as tokenv1;
    use aptos_token_objects::token as tokenv2;
    use marketplace::event_log;
    use marketplace::orders;
    use marketplace::token_offer;
    use marketplace::world::{Self, OtherCoin};

    #[test]
    fun an_offer_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        assert!(token_offer::exists_at(offer), 1);
        assert!(token_offer::expiration_time(offer) == 2000, 2);
        assert!(token_offer::fee_schedule(offer) == fee_schedule, 3);
        assert!(token_offer::price<AptosCoin>(offer) == 1000, 4);
        assert!(token_offer::collectionv2(offer) == option::some(world::collection_object()), 5);
        assert!(option::is_none(&token_offer::collectionv1(offer)), 6);
        assert!(!token_offer::expired(offer), 7);
        world::at_second(2000);
        assert!(token_offer::expired(offer), 8);
        world::assert_conserved(orders::in_token_offer(offer));
    }

    #[test]
    fun an_offer_for_a_tokenv1_says_everything_about_itself() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        assert!(option::is_some(&token_offer::collectionv1(offer)), 1);
        assert!(option::is_none(&token_offer::collectionv2(offer)), 2);
        assert!(token_offer::price<AptosCoin>(offer) == 1000, 3);
        assert!(orders::in_token_offer(offer) == 1000, 4);
        world::assert_conserved(1000);
    }

    #[test]
    fun placing_an_offer_pays_the_listing_fee() {
        let fee_schedule = world::begin_charging(30);
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        assert!(world::balance(world::buyer_address()) == world::start() - 1030, 1);
        assert!(world::balance(world::treasury_address()) == 30, 2);
        world::assert_conserved(orders::in_token_offer(offer));
    }

    #[test]
    fun a_tokenv1_is_sold_into_an_offer() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(orders::tokenv1_name()), 0);
        assert!(world::tokenv1_balance(world::buyer_address(), orders::tokenv1_name()) == 1, 1);
        assert!(world::balance(world::seller_address()) == world::start() + 935, 2);
        assert!(world::balance(world::payee_address()) == 50, 3);
        assert!(event_log::figures_of_token_offer_filled() == vector[vector[1000, 15, 50]], 4);
        assert!(!token_offer::exists_at(offer), 5);
        world::assert_conserved(0);
    }

    #[test]
    fun a_tokenv1_whose_royalty_is_over_zero_is_sold_without_one() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 0, 0);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(orders::tokenv1_name()), 0);
        assert!(world::balance(world::seller_address()) == world::start() + 985, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_cancelled_offer_for_a_tokenv1_returns_its_money() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::cancel<AptosCoin>(&world::buyer(), offer);
        assert!(world::balance(world::buyer_address()) == world::start(), 1);
        assert!(event_log::figures_of_token_offer_canceled() == vector[vector[1000]], 2);
        world::assert_conserved(0);
    }

    #[test]
    fun an_offer_for_a_burnt_token_returns_its_money() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let (token, burn) = world::burnable_tokenv2(world::seller_address());
        let offer = orders::offer(token, fee_schedule, 1000);
        tokenv2::burn(burn);
        token_offer::cancel<AptosCoin>(&world::buyer(), offer);
        assert!(world::balance(world::buyer_address()) == world::start(), 1);
        assert!(event_log::last_cancel_names_a_burnt_token(), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun an_owner_who_bids_on_their_own_token_pays_the_fees() {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        let token = world::tokenv2(world::buyer_address());
        let offer = orders::offer(token, fee_schedule, 1000);
        token_offer::sell_tokenv2<AptosCoin>(&world::buyer(), offer);
        assert!(object::owner(token) == world::buyer_address(), 1);
        assert!(world::balance(world::buyer_address()) == world::start() - 65, 2);
        world::assert_conserved(0);
    }

    #[test]
    /// An offer is for the token, independent of its owner.
    fun a_later_owner_may_sell_into_an_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let token = world::tokenv2(world::seller_address());
        let offer = orders::offer(token, fee_schedule, 1000);
        object::transfer(&world::seller(), token, world::stranger_address());
        token_offer::sell_tokenv2<AptosCoin>(&world::stranger(), offer);
        assert!(world::balance(world::stranger_address()) == world::start() + 985, 1);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327684, location = marketplace::token_offer)]
    fun only_the_bidder_cancels_an_offer_for_a_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::cancel<AptosCoin>(&world::seller(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = marketplace::token_offer)]
    fun only_the_owner_sells_into_an_offer() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::sell_tokenv2<AptosCoin>(&world::stranger(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = aptos_token::token)]
    fun only_a_holder_sells_a_tokenv1_into_an_offer() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(
            &world::stranger(), offer, world::name(orders::tokenv1_name()), 0
        );
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun another_tokenv1_is_not_sold_into_an_offer() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        world::tokenv1(&world::seller(), b"other", 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"other"), 0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun another_version_of_a_tokenv1_is_not_sold_into_an_offer() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(orders::tokenv1_name()), 1);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun an_offer_for_a_tokenv1_takes_no_tokenv2() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun an_offer_for_a_tokenv2_takes_no_tokenv1() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"Opal #1"), 0);
    }

    #[test]
    #[expected_failure(abort_code = 327696, location = aptos_token::token)]
    /// A bidder can close their store to gifts after bidding; the seller then keeps the token.
    fun a_bidder_who_opted_out_again_receives_no_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        tokenv1::opt_in_direct_transfer(&world::buyer(), false);
        world::assert_conserved(orders::in_token_offer(offer));
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(orders::tokenv1_name()), 0);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = marketplace::token_offer)]
    fun an_expired_offer_takes_no_tokenv2() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        world::at_second(2000);
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = marketplace::token_offer)]
    fun an_expired_offer_takes_no_tokenv1() {
        let fee_schedule = world::begin();
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let offer = orders::offer_tokenv1(fee_schedule, 1000);
        world::at_second(2000);
        token_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(orders::tokenv1_name()), 0);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::token_offer)]
    fun an_offer_is_not_filled_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::sell_tokenv2<OtherCoin>(&world::seller(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::token_offer)]
    fun an_offer_is_not_cancelled_for_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::cancel<OtherCoin>(&world::buyer(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = marketplace::token_offer)]
    fun an_offer_has_no_price_in_another_coin() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::price<OtherCoin>(offer);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun a_filled_offer_is_not_cancelled() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer);
        world::assert_conserved(0);
        token_offer::cancel<AptosCoin>(&world::buyer(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::token_offer)]
    fun a_cancelled_offer_is_not_filled() {
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        token_offer::cancel<AptosCoin>(&world::buyer(), offer);
        world::assert_conserved(0);
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = aptos_framework::coin)]
    fun an_offer_that_can_not_bear_its_fees_is_not_filled() {
        let fee_schedule = world::begin();
        world::create_collection(986, 1000);
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        world::assert_conserved(orders::in_token_offer(offer));
        token_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer);
    }
}
