#[test_only]
/// Changes that creators and sellers make to orders between a quote and its call, and their effects.
module aggregator::hostile_tests {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use aggregator::aggregator;
    use aggregator::marketplaces;
    use marketplace::coin_listing;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::collection_offer;
    use marketplace::event_log;
    use marketplace::orders;
    use marketplace::world::{Self, OtherCoin};
    use marketplace_stubs::shelf;
    use mercato::biddings_v2;

    /// Our listing of this token, which the seller places.
    fun list(fee_schedule: Object<FeeSchedule>, token: Object<Token>): address {
        coin_listing::init_fixed_price<AptosCoin>(&world::seller(), world::as_object(token), fee_schedule, 1000);
        object::owner(token)
    }

    /// Our listing of a new token, which the seller places for the other coin.
    fun list_for_other_coin(fee_schedule: Object<FeeSchedule>): (address, address) {
        world::give_other_coin();
        let token = world::tokenv2(world::seller_address());
        coin_listing::init_fixed_price<OtherCoin>(&world::seller(), world::as_object(token), fee_schedule, 1000);
        (object::object_address(&token), object::owner(token))
    }

    /// The buyer tries what is listed with us, 1000 each.
    fun try_here(first: address, second: address) {
        let (opal, name) = (marketplaces::opal(), world::name(b"Opal #1"));
        aggregator::try_purchase_many<AptosCoin>(
            &world::buyer(),
            vector[first, second],
            vector[opal, opal],
            world::creator_address(),
            marketplaces::opals(),
            vector[name, name],
            vector[0, 0],
            vector[1000, 1000],
            1
        );
    }

    /// The buyer buys one order with a coin, and names an additional token.
    fun buy<CoinType>(
        id: address, marketplace: String, collection: String, name: vector<u8>, price: u64
    ) {
        aggregator::purchase_many<CoinType>(
            &world::buyer(),
            vector[id],
            vector[marketplace],
            world::creator_address(),
            collection,
            vector[world::name(name)],
            vector[0],
            vector[price],
            1
        );
    }

    /// The other one of `try_here` was bought, the first left out.
    fun assert_left_out(sound: Object<Token>) {
        assert!(aggregator::tried() == vector[vector[1, 0], vector[0, 1000]], 1);
        assert!(object::owner(sound) == world::buyer_address(), 2);
        assert!(world::balance(world::buyer_address()) == world::start() - 1000, 3);
        world::assert_conserved(0);
    }

    #[test]
    fun a_frozen_token_is_left_out() {
        let fee_schedule = marketplaces::begin();
        let (token, ref) = world::revocable_tokenv2(world::seller_address());
        let sound = world::tokenv2(world::seller_address());
        let (first, second) = (list(fee_schedule, token), list(fee_schedule, sound));
        object::disable_ungated_transfer(&ref);
        try_here(first, second);
        assert_left_out(sound);
        assert!(object::owner(token) == first, 4);
    }

    #[test]
    fun a_token_that_was_pulled_out_is_left_out() {
        let fee_schedule = marketplaces::begin();
        let (token, ref) = world::revocable_tokenv2(world::seller_address());
        let sound = world::tokenv2(world::seller_address());
        let (first, second) = (list(fee_schedule, token), list(fee_schedule, sound));
        object::transfer_with_ref(object::generate_linear_transfer_ref(&ref), world::stranger_address());
        try_here(first, second);
        assert_left_out(sound);
    }

    #[test]
    fun a_burnt_token_is_left_out() {
        let fee_schedule = marketplaces::begin();
        let (token, burn) = world::burnable_tokenv2(world::seller_address());
        let sound = world::tokenv2(world::seller_address());
        let (first, second) = (list(fee_schedule, token), list(fee_schedule, sound));
        tokenv2::burn(burn);
        try_here(first, second);
        assert_left_out(sound);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aggregator::bluemove_adapter)]
    fun at_bluemove_a_listing_that_is_gone_buys_nothing_else() {
        marketplaces::begin();
        let (_, listing) = marketplaces::list_at_bluemove(1000);
        marketplaces::list_tokenv1_at_bluemove(b"", 1000);
        marketplaces::sold_at_bluemove(listing, 1000);
        buy<AptosCoin>(listing, marketplaces::bluemove(), marketplaces::old_opals(), b"", 1000);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::mercato_adapter)]
    fun at_mercato_a_listing_that_is_gone_buys_nothing_else() {
        marketplaces::begin();
        let (_, listing) = marketplaces::list_at_mercato(1000);
        marketplaces::list_tokenv1_at_mercato(b"", 1000);
        marketplaces::sold_at_mercato(listing, 1000);
        buy<AptosCoin>(listing, marketplaces::mercato(), marketplaces::old_opals(), b"", 1000);
    }

    #[test]
    #[expected_failure(abort_code = 393217, location = aggregator::mercato_adapter)]
    fun at_mercato_a_listing_that_is_gone_delists_nothing_else() {
        let fee_schedule = marketplaces::begin();
        let (_, listing) = marketplaces::list_at_mercato(1000);
        marketplaces::list_tokenv1_at_mercato(b"", 1000);
        marketplaces::sold_at_mercato(listing, 1000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[listing],
            vector[marketplaces::mercato()],
            vector[@0x0],
            world::creator_address(),
            marketplaces::old_opals(),
            vector[world::name(b"")],
            vector[0],
            fee_schedule,
            vector[1000]
        );
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aggregator::bluemove_adapter)]
    fun at_bluemove_a_listing_that_is_gone_delists_nothing_else() {
        let fee_schedule = marketplaces::begin();
        let (_, listing) = marketplaces::list_at_bluemove(1000);
        marketplaces::list_tokenv1_at_bluemove(b"", 1000);
        marketplaces::sold_at_bluemove(listing, 1000);
        aggregator::delist_and_list_many<AptosCoin>(
            &world::seller(),
            vector[listing],
            vector[marketplaces::bluemove()],
            vector[@0x0],
            world::creator_address(),
            marketplaces::old_opals(),
            vector[world::name(b"")],
            vector[0],
            fee_schedule,
            vector[1000]
        );
    }

    #[test]
    fun another_coin_pays_what_was_agreed() {
        let fee_schedule = marketplaces::begin();
        let (token, listing) = list_for_other_coin(fee_schedule);
        buy<OtherCoin>(listing, marketplaces::opal(), marketplaces::opals(), b"Opal #1", 1000);
        assert!(world::owner_of(token) == world::buyer_address(), 1);
        assert!(world::other_balance(world::buyer_address()) == world::start() - 1000, 2);
        assert!(world::balance(world::buyer_address()) == world::start(), 3);
        world::assert_conserved(0);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    fun another_coin_pays_no_more_than_was_agreed() {
        let fee_schedule = marketplaces::begin();
        let (_, listing) = list_for_other_coin(fee_schedule);
        coin_listing::update_fixed_price<OtherCoin>(
            &world::seller(), object::address_to_object<marketplace::listing::Listing>(listing), 1001
        );
        buy<OtherCoin>(listing, marketplaces::opal(), marketplaces::opals(), b"Opal #1", 1000);
    }

    /// The buyer buys on BlueMove with a coin, where the shelves charge an octa of APT in addition to their price.
    fun buy_with_a_surcharge<CoinType>(agreed: u64) {
        marketplaces::begin();
        world::give_other_coin();
        shelf::charge(&world::person(@marketplace_stubs), 1);
        let (_, listing) = marketplaces::list_at_bluemove(1000);
        buy<CoinType>(listing, marketplaces::bluemove(), marketplaces::opals(), b"Opal #1", agreed);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    /// The agreed limit is in one coin; the same amount of another may be worth anything.
    fun the_other_balance_pays_nothing() {
        buy_with_a_surcharge<OtherCoin>(1000);
    }

    #[test]
    #[expected_failure(abort_code = 196612, location = aggregator::aggregator)]
    fun a_surcharge_in_the_same_coin_is_part_of_the_price() {
        buy_with_a_surcharge<AptosCoin>(1000);
    }

    /// The seller sells into an offer here in another coin and one at Mercato in APT, in one call that names their least.
    fun sell_for_two_coins(least: u64) {
        let fee_schedule = marketplaces::begin();
        world::give_other_coin();
        let (one, two) = (world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address()));
        collection_offer::init_for_tokenv2_entry<OtherCoin>(
            &world::buyer(), world::collection_object(), fee_schedule, 1000, 1, 2000
        );
        let here = event_log::last_collection_offers_placed(1)[0];
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), 2000);
        aggregator::instant_sell_for_at_least<OtherCoin>(
            &world::seller(),
            vector[here, biddings_v2::last_bid()],
            vector[marketplaces::opal(), marketplaces::mercato()],
            vector[one, two],
            vector[marketplaces::opals(), marketplaces::opals()],
            vector[world::name(b"Opal #1"), world::name(b"Opal #1")],
            1,
            vector[0, 0],
            fee_schedule,
            vector[1, 1],
            vector[985, 2000],
            least
        );
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = aggregator::aggregator)]
    fun units_of_two_coins_do_not_add_up_to_a_least() {
        sell_for_two_coins(2985);
    }

    #[test]
    #[expected_failure(abort_code = 196614, location = aggregator::aggregator)]
    /// One of them alone would bring the least.
    fun sales_for_two_coins_are_refused_whatever_their_least() {
        sell_for_two_coins(2000);
    }

    /// The seller sells two tokens into one offer that wants one, of whichever marketplace.
    fun sell_twice(offer: address, marketplace: String, one: address, two: address, fee_schedule: Object<FeeSchedule>) {
        aggregator::instant_sell<AptosCoin>(
            &world::seller(),
            vector[offer, offer],
            vector[marketplace, marketplace],
            vector[one, two],
            vector[marketplaces::opals(), marketplaces::opals()],
            vector[world::name(b"Opal #1"), world::name(b"Opal #1")],
            1,
            vector[0, 0],
            fee_schedule,
            vector[1, 1]
        );
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aptos_framework::object)]
    fun here_an_offer_that_wants_one_token_takes_no_second() {
        let fee_schedule = marketplaces::begin();
        let (one, two) = (world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address()));
        let offer = object::object_address(&orders::collection_offer(fee_schedule, 1000, 1));
        sell_twice(offer, marketplaces::opal(), one, two, fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 393218, location = aptos_framework::object)]
    fun at_mercato_a_bid_that_wants_one_token_takes_no_second() {
        let fee_schedule = marketplaces::begin();
        let (one, two) = (world::tokenv2_at(world::seller_address()), world::tokenv2_at(world::seller_address()));
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), 1000);
        sell_twice(biddings_v2::last_bid(), marketplaces::mercato(), one, two, fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 65541, location = marketplace::collection_offer)]
    fun here_a_token_of_another_collection_is_sold_into_no_offer() {
        let fee_schedule = marketplaces::begin();
        let foreign = object::object_address(&world::foreign_tokenv2(world::seller_address()));
        let offer = object::object_address(&orders::collection_offer(fee_schedule, 1000, 1));
        sell_twice(offer, marketplaces::opal(), foreign, foreign, fee_schedule);
    }

    #[test]
    #[expected_failure(abort_code = 1, location = mercato::biddings_v2)]
    fun at_mercato_a_token_of_another_collection_is_sold_into_no_bid() {
        let fee_schedule = marketplaces::begin();
        let foreign = object::object_address(&world::foreign_tokenv2(world::seller_address()));
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), 1000);
        sell_twice(biddings_v2::last_bid(), marketplaces::mercato(), foreign, foreign, fee_schedule);
    }
}
