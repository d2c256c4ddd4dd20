#[test_only]
/// Attempts of sellers, bidders and creators, and their effects.
module marketplace::hostile_tests {
    use std::option;
    use std::vector;
    use aptos_framework::aptos_account;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object, ObjectCore, TransferRef};
    use aptos_framework::primary_fungible_store;
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use marketplace::coin_listing;
    use marketplace::collection_offer;
    use marketplace::event_log;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::listing::{Self, Listing};
    use marketplace::orders;
    use marketplace::token_offer;
    use marketplace::world::{Self, OtherCoin};

    fun begin(): Object<FeeSchedule> {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        fee_schedule
    }

    fun list(fee_schedule: Object<FeeSchedule>): (Object<Token>, Object<Listing>) {
        let token = world::tokenv2(world::seller_address());
        (token, orders::list(token, fee_schedule, 1000000))
    }

    /// A listed token, and its creator's power to move and freeze it.
    fun list_revocable(fee_schedule: Object<FeeSchedule>): (Object<Token>, Object<Listing>, TransferRef) {
        let (token, ref) = world::revocable_tokenv2(world::seller_address());
        (token, orders::list(token, fee_schedule, 1000000), ref)
    }

    fun purchase(listing: Object<Listing>) {
        coin_listing::purchase<AptosCoin>(&world::buyer(), listing);
    }

    fun abandon(listing: Object<Listing>) {
        coin_listing::abandon<AptosCoin>(&world::seller(), listing);
    }

    #[test]
    /// A seller who has no coins and takes no transfers of any is paid all the same: nobody lists what nobody can buy.
    fun a_seller_cannot_refuse_the_proceeds() {
        let fee_schedule = begin();
        let (seller, at) = (world::person(@0x5e11), @0x5e11);
        aptos_account::set_allow_direct_coin_transfers(&seller, false);
        let token = world::tokenv2(at);
        coin_listing::init_fixed_price<AptosCoin>(&seller, world::as_object(token), fee_schedule, 1000000);
        purchase(orders::newest_listing());
        assert!(object::is_owner(token, world::buyer_address()), 1);
        assert!(world::balance(at) == 935000, 2);
    }

    #[test]
    /// The listing holds to the royalty of the day it was placed.
    fun a_royalty_raised_after_listing_takes_nothing_from_the_seller() {
        let fee_schedule = world::begin();
        let royalty = world::create_mutable_collection(5, 100);
        let (_, listing) = list(fee_schedule);
        world::set_royalty_by(&royalty, 100, 100);
        purchase(listing);
        assert!(world::balance(world::seller_address()) == world::start() + 935000, 1);
        assert!(world::balance(world::payee_address()) == 50000, 2);
        assert!(event_log::figures_of_listing_filled() == vector[vector[1000000, 15000, 50000]], 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_lowered_after_listing_is_the_sellers() {
        let fee_schedule = world::begin();
        let royalty = world::create_mutable_collection(5, 100);
        let (_, listing) = list(fee_schedule);
        world::set_royalty_by(&royalty, 1, 100);
        purchase(listing);
        assert!(world::balance(world::seller_address()) == world::start() + 975000, 1);
        world::assert_conserved(0);
    }

    #[test]
    fun a_royalty_that_came_after_listing_is_not_paid() {
        let fee_schedule = world::begin();
        let royalty = world::create_mutable_collection(0, 1);
        let (_, listing) = list(fee_schedule);
        world::set_royalty_by(&royalty, 50, 100);
        purchase(listing);
        assert!(world::balance(world::payee_address()) == 0, 1);
        world::assert_conserved(0);
    }

    #[test]
    /// Ownership checks find no owner of a listed token: the seller controls neither its contents nor its name nor its burning.
    fun nobody_owns_a_listed_token() {
        let fee_schedule = begin();
        let (token, listing) = list(fee_schedule);
        assert!(!object::owns(token, world::seller_address()), 1);
        assert!(object::root_owner(token) == @0x0, 2);
        assert!(object::owner(listing) == @0x0 && listing::seller(listing) == world::seller_address(), 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = marketplace::listing)]
    /// A token may own things; they are sold with it.
    fun what_a_listed_token_owns_is_not_reclaimed() {
        let fee_schedule = begin();
        let (token, listing) = list(fee_schedule);
        let ref = object::create_object(object::object_address(&token));
        let inside = object::object_from_constructor_ref<ObjectCore>(&ref);
        listing::reclaim_object(&world::seller(), listing, inside);
    }

    #[test]
    #[expected_failure(abort_code = 65542, location = marketplace::listing)]
    fun a_listed_token_is_not_reclaimed() {
        let fee_schedule = begin();
        let (token, listing) = list(fee_schedule);
        listing::reclaim_object(&world::seller(), listing, world::as_object(token));
    }

    #[test]
    #[expected_failure(abort_code = 327685, location = marketplace::listing)]
    fun only_the_seller_reclaims() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        listing::reclaim_object(&world::stranger(), listing, world::as_object(world::tokenv2(@0x57)));
    }

    #[test]
    fun what_was_sent_to_a_listing_is_the_sellers() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        let gift = world::tokenv2(world::stranger_address());
        object::transfer_raw(&world::stranger(), object::object_address(&gift), object::object_address(&listing));
        listing::reclaim_object(&world::seller(), listing, world::as_object(gift));
        assert!(object::owner(gift) == world::seller_address(), 1);
        primary_fungible_store::mint_for_test(object::object_address(&listing), gift, 70);
        listing::reclaim_fungible(&world::seller(), listing, gift);
        assert!(primary_fungible_store::balance(world::seller_address(), gift) == 70, 2);
        assert!(primary_fungible_store::balance(object::object_address(&listing), gift) == 0, 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327685, location = marketplace::listing)]
    fun only_the_seller_reclaims_fungible_assets() {
        let fee_schedule = begin();
        let (token, listing) = list(fee_schedule);
        listing::reclaim_fungible(&world::stranger(), listing, token);
    }

    #[test]
    /// Thawed years later it would be sold at its old price to the first buyer.
    fun a_frozen_listing_is_abandoned_and_never_revives() {
        let fee_schedule = begin();
        let (token, listing, ref) = list_revocable(fee_schedule);
        object::disable_ungated_transfer(&ref);
        assert!(!listing::is_deliverable(listing) && listing::is_frozen(listing), 1);
        abandon(listing);
        assert!(option::is_none(&coin_listing::price<AptosCoin>(listing)) && listing::is_suspended(listing), 2);
        assert!(event_log::figures_of_listing_canceled() == vector[vector[1000000]], 3);
        abandon(listing);
        object::enable_ungated_transfer(&ref);
        abandon(listing);
        assert!(object::owner(token) == world::seller_address(), 4);
        assert!(!object::is_object(object::object_address(&listing)), 5);
        assert!(vector::length(&event_log::figures_of_listing_canceled()) == 1, 6);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun an_abandoned_listing_is_not_bought_when_it_thaws() {
        let fee_schedule = begin();
        let (_, listing, ref) = list_revocable(fee_schedule);
        object::disable_ungated_transfer(&ref);
        abandon(listing);
        object::enable_ungated_transfer(&ref);
        purchase(listing);
    }

    #[test]
    #[expected_failure(abort_code = 327686, location = marketplace::coin_listing)]
    fun only_the_seller_abandons() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        coin_listing::abandon<AptosCoin>(&world::stranger(), listing);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = marketplace::coin_listing)]
    fun a_listing_is_not_abandoned_in_another_coin() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        coin_listing::abandon<OtherCoin>(&world::seller(), listing);
    }

    #[test]
    fun a_burnt_token_is_repriced_and_its_listing_abandoned() {
        let fee_schedule = begin();
        let (token, burn) = world::burnable_tokenv2(world::seller_address());
        let listing = orders::list(token, fee_schedule, 1000000);
        tokenv2::burn(burn);
        assert!(!listing::is_deliverable(listing) && !listing::is_frozen(listing), 1);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), listing, 5);
        abandon(listing);
        assert!(!object::is_object(object::object_address(&listing)), 2);
        world::assert_conserved(0);
    }

    #[test]
    /// The object of a token with a name stays when the token is burnt.
    fun what_a_burnt_token_leaves_behind_is_given_back() {
        let fee_schedule = begin();
        let (token, burn, _) = world::named_tokenv2(world::seller_address());
        let (object, listing) = (world::as_object(token), orders::list(token, fee_schedule, 1000000));
        tokenv2::burn(burn);
        assert!(!listing::is_deliverable(listing) && !listing::is_frozen(listing), 1);
        abandon(listing);
        assert!(object::owner(object) == world::seller_address(), 2);
        assert!(!object::is_object(object::object_address(&listing)), 3);
        world::assert_conserved(0);
    }

    #[test]
    /// It is frozen for good: there is nothing to wait for.
    fun a_frozen_token_that_is_burnt_leaves_no_listing_behind() {
        let fee_schedule = begin();
        let (token, burn, ref) = world::named_tokenv2(world::seller_address());
        let listing = orders::list(token, fee_schedule, 1000000);
        object::disable_ungated_transfer(&ref);
        abandon(listing);
        assert!(listing::is_suspended(listing), 1);
        tokenv2::burn(burn);
        assert!(!listing::is_frozen(listing), 2);
        abandon(listing);
        assert!(!object::is_object(object::object_address(&listing)), 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393223, location = aptos_framework::object)]
    fun what_a_burnt_token_leaves_behind_is_not_sold() {
        let fee_schedule = begin();
        let (token, burn, _) = world::named_tokenv2(world::seller_address());
        let listing = orders::list(token, fee_schedule, 1000000);
        tokenv2::burn(burn);
        purchase(listing);
    }

    #[test]
    fun an_offer_for_a_burnt_token_whose_object_stays_returns_its_money() {
        let fee_schedule = begin();
        let (token, burn, _) = world::named_tokenv2(world::seller_address());
        let offer = orders::offer(token, fee_schedule, 1000);
        tokenv2::burn(burn);
        token_offer::cancel<AptosCoin>(&world::buyer(), offer);
        world::assert_conserved(0);
    }

    fun has_price(listing: Object<Listing>): bool {
        option::is_some(&coin_listing::price_for<AptosCoin>(listing, world::buyer_address()))
    }

    #[test]
    fun a_frozen_token_has_a_price_for_nobody() {
        let fee_schedule = begin();
        let (_, listing, ref) = list_revocable(fee_schedule);
        assert!(has_price(listing), 1);
        object::disable_ungated_transfer(&ref);
        assert!(!has_price(listing), 2);
        object::enable_ungated_transfer(&ref);
        assert!(has_price(listing), 3);
        object::transfer_with_ref(object::generate_linear_transfer_ref(&ref), world::stranger_address());
        assert!(!has_price(listing), 4);
        world::assert_conserved(0);
    }

    #[test]
    /// Its royalty can no longer be read, which a sale's proceeds depend on.
    fun a_burnt_token_has_a_price_for_nobody() {
        let fee_schedule = begin();
        let (token, burn) = world::burnable_tokenv2(world::seller_address());
        coin_listing::init_with_terms_many<AptosCoin>(
            &world::seller(), vector[world::as_object(token)], fee_schedule, vector[1000], vector[1000], 0, 0, 0, @0x0,
            vector[900]
        );
        let listing = orders::newest_listing();
        assert!(has_price(listing), 1);
        tokenv2::burn(burn);
        assert!(!has_price(listing), 2);
        world::assert_conserved(0);
    }

    #[test]
    fun a_listing_whose_token_was_pulled_out_is_abandoned() {
        let fee_schedule = begin();
        let (token, listing, ref) = list_revocable(fee_schedule);
        object::transfer_with_ref(object::generate_linear_transfer_ref(&ref), world::stranger_address());
        assert!(!listing::is_deliverable(listing), 1);
        abandon(listing);
        assert!(object::owner(token) == world::stranger_address(), 2);
        assert!(!object::is_object(object::object_address(&listing)), 3);
        world::assert_conserved(0);
    }

    #[test]
    fun abandoning_a_sound_listing_ends_it() {
        let fee_schedule = begin();
        let (token, listing) = list(fee_schedule);
        abandon(listing);
        assert!(object::owner(token) == world::seller_address(), 1);
        world::tokenv1(&world::seller(), orders::tokenv1_name(), 5, 100);
        let old = orders::list_tokenv1(fee_schedule, 1000);
        assert!(listing::is_deliverable(old), 2);
        abandon(old);
        assert!(world::tokenv1_balance(world::seller_address(), orders::tokenv1_name()) == 1, 3);
        world::assert_conserved(0);
    }

    #[test]
    /// A coin that anyone can mint pays no fee.
    fun the_placing_fee_is_in_apt_whatever_the_orders_coin() {
        let fee_schedule = begin();
        world::give_other_coin();
        fee_schedule::set_fixed_rate_listing_fee(&world::person(@marketplace), fee_schedule, 30);
        world::at_second(1000 + 604800);
        let token = world::tokenv2(world::seller_address());
        coin_listing::init_fixed_price<OtherCoin>(&world::seller(), world::as_object(token), fee_schedule, 1000);
        assert!(world::balance(world::treasury_address()) == 30, 1);
        assert!(world::other_balance(world::treasury_address()) == 0, 2);
        world::assert_conserved(0);
    }

    #[test]
    fun orders_in_another_coin_are_filled_and_refunded_in_it() {
        let fee_schedule = begin();
        world::give_other_coin();
        let token = world::tokenv2(world::seller_address());
        coin_listing::init_fixed_price<OtherCoin>(&world::seller(), world::as_object(token), fee_schedule, 1000000);
        coin_listing::purchase_for_at_most<OtherCoin>(&world::buyer(), orders::newest_listing(), 1000000);
        assert!(world::other_balance(world::seller_address()) == world::start() + 935000, 1);
        let collection = world::collection_object();
        collection_offer::init_for_tokenv2_entry<OtherCoin>(
            &world::stranger(), collection, fee_schedule, 1000000, 2, 2000
        );
        let offer = orders::newest_collection_offer();
        collection_offer::sell_tokenv2_for_at_least<OtherCoin>(&world::buyer(), offer, token, 935000);
        collection_offer::cancel<OtherCoin>(&world::stranger(), offer);
        assert!(world::other_balance(world::stranger_address()) == world::start() - 1000000, 2);
        assert!(world::other_balance(world::treasury_address()) == 30000, 3);
        assert!(world::other_balance(world::payee_address()) == 100000, 4);
        let people =
            world::other_balance(world::seller_address()) + world::other_balance(world::buyer_address())
                + world::other_balance(world::stranger_address()) + world::other_balance(world::creator_address());
        assert!(people + 130000 == 4 * world::start(), 5);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::collection_offer)]
    /// It would cost nothing and be emitted as the highest bid.
    fun an_offer_for_nothing_is_refused() {
        let fee_schedule = begin();
        orders::collection_offer(fee_schedule, 18446744073709551615, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::collection_offer)]
    fun a_collection_offer_born_expired_is_refused() {
        let fee_schedule = begin();
        orders::collection_offer_until(fee_schedule, 1000, 1, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::collection_offer)]
    fun a_collection_offer_of_nothing_is_refused() {
        let fee_schedule = begin();
        orders::collection_offer(fee_schedule, 0, 1);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::token_offer)]
    fun a_token_offer_born_expired_is_refused() {
        let fee_schedule = begin();
        let token = world::tokenv2(world::seller_address());
        world::at_second(2000);
        orders::offer(token, fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 65543, location = marketplace::token_offer)]
    fun a_token_offer_of_nothing_is_refused() {
        let fee_schedule = begin();
        orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65544, location = marketplace::coin_listing)]
    fun a_listing_for_nothing_is_refused() {
        let fee_schedule = begin();
        orders::list(world::tokenv2(world::seller_address()), fee_schedule, 0);
    }

    #[test]
    #[expected_failure(abort_code = 65544, location = marketplace::coin_listing)]
    fun a_listing_is_not_repriced_to_nothing() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), listing, 0);
    }

    #[test]
    /// The receiver of the offer object is not the bidder.
    fun the_bidder_is_who_placed_the_offer() {
        let fee_schedule = begin();
        let token = world::tokenv2(world::seller_address());
        let (one, many) = (orders::offer(token, fee_schedule, 1000), orders::collection_offer(fee_schedule, 1000, 1));
        assert!(token_offer::bidder(one) == world::buyer_address(), 1);
        assert!(collection_offer::bidder(many) == world::buyer_address(), 2);
        world::assert_conserved(2000);
    }

    #[test]
    /// v1 tokens of a version above 0, several of which one holds.
    fun v1_tokens_are_sold_one_by_one() {
        let fee_schedule = begin();
        world::tokensv1(&world::seller(), b"five", 5, 5, 100);
        let first = list_five(fee_schedule);
        list_five(fee_schedule);
        assert!(world::tokenv1_balance(world::seller_address(), b"five") == 3, 1);
        purchase(first);
        assert!(world::tokenv1_balance(world::buyer_address(), b"five") == 1, 2);
        let offer = orders::collection_offer_tokenv1(fee_schedule, 1000, 2);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"five"), 0);
        collection_offer::sell_tokenv1_entry<AptosCoin>(&world::seller(), offer, world::name(b"five"), 0);
        assert!(world::tokenv1_balance(world::buyer_address(), b"five") == 3, 3);
        assert!(world::tokenv1_balance(world::seller_address(), b"five") == 1, 4);
        world::assert_conserved(0);
    }

    fun list_five(fee_schedule: Object<FeeSchedule>): Object<Listing> {
        coin_listing::init_fixed_price_for_tokenv1<AptosCoin>(
            &world::seller(),
            world::creator_address(),
            world::name(b"Old Opals"),
            world::name(b"five"),
            0,
            fee_schedule,
            1000
        );
        orders::newest_listing()
    }

    #[test]
    fun odd_prices_and_rates_add_up() {
        let fee_schedule = world::begin_with(333, 10007);
        world::create_collection(777, 10007);
        let prices = vector[1, 3, 7, 11, 13, 97, 101, 9973, 10007, 99999989];
        for (i in 0..10) {
            purchase(orders::list(world::tokenv2(world::seller_address()), fee_schedule, prices[i]));
        };
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 393223, location = aptos_framework::object)]
    fun a_fee_schedule_is_not_listed() {
        let fee_schedule = begin();
        let thing = object::convert<FeeSchedule, ObjectCore>(fee_schedule);
        coin_listing::init_fixed_price<AptosCoin>(&world::person(@marketplace), thing, fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 393223, location = aptos_framework::object)]
    fun a_listing_is_not_listed() {
        let fee_schedule = begin();
        let (_, listing) = list(fee_schedule);
        let thing = object::convert<Listing, ObjectCore>(listing);
        coin_listing::init_fixed_price<AptosCoin>(&world::seller(), thing, fee_schedule, 1000);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_listed_token_is_not_sold_into_an_offer() {
        let fee_schedule = begin();
        let (token, _) = list(fee_schedule);
        let offer = orders::collection_offer(fee_schedule, 1000, 1);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, token);
    }

    #[test]
    /// Nobody can buy it meanwhile, so no price is too high: thawed, it is sold for nothing less.
    fun a_frozen_listing_is_repriced_so_that_nobody_buys_it_when_it_thaws() {
        let fee_schedule = begin();
        let (token, listing, ref) = list_revocable(fee_schedule);
        object::disable_ungated_transfer(&ref);
        coin_listing::update_fixed_price<AptosCoin>(&world::seller(), listing, 18446744073709551615);
        object::enable_ungated_transfer(&ref);
        assert!(option::destroy_some(coin_listing::price<AptosCoin>(listing)) == 18446744073709551615, 1);
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), listing);
        assert!(object::owner(token) == world::seller_address(), 2);
        world::assert_conserved(0);
    }

    #[test]
    /// Whatever the creator calls the collection: escrow gives the token back, and offers their money.
    fun orders_of_a_renamed_collection_are_taken_back() {
        let fee_schedule = world::begin();
        let rename = world::create_renamable_collection(5, 100);
        let token = world::tokenv2(world::seller_address());
        let listing = orders::list(token, fee_schedule, 1000000);
        let (one, many) = (orders::offer(token, fee_schedule, 1000), orders::collection_offer(fee_schedule, 1000, 2));
        world::rename(&rename, b"Pearls");
        coin_listing::end_fixed_price<AptosCoin>(&world::seller(), listing);
        token_offer::cancel<AptosCoin>(&world::buyer(), one);
        collection_offer::cancel<AptosCoin>(&world::buyer(), many);
        assert!(object::owner(token) == world::seller_address(), 1);
        world::assert_conserved(0);
    }

    #[test]
    /// A token within an object of one's own is one's own, too.
    fun a_token_within_the_sellers_object_is_sold_as_the_sellers() {
        let fee_schedule = begin();
        let (chest, token) = (world::tokenv2(world::seller_address()), world::tokenv2(world::seller_address()));
        object::transfer_raw(&world::seller(), object::object_address(&token), object::object_address(&chest));
        let listing = orders::list(token, fee_schedule, 1000000);
        assert!(listing::seller(listing) == world::seller_address(), 1);
        purchase(listing);
        assert!(object::owner(token) == world::buyer_address(), 2);
        assert!(world::balance(world::seller_address()) == world::start() + 935000, 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_token_offer_is_not_handed_on() {
        let fee_schedule = begin();
        let offer = orders::offer(world::tokenv2(world::seller_address()), fee_schedule, 1000);
        object::transfer(&world::buyer(), offer, world::stranger_address());
    }

    #[test]
    #[expected_failure(abort_code = 327683, location = aptos_framework::object)]
    fun a_collection_offer_is_not_handed_on() {
        let fee_schedule = begin();
        let offer = orders::collection_offer(fee_schedule, 1000, 1);
        object::transfer(&world::buyer(), offer, world::stranger_address());
    }
}
