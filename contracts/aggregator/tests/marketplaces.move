#[test_only]
/// All four marketplaces, open, and the seller's tokens for sale at them.
module aggregator::marketplaces {
    use std::string::String;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use bluemove::marketplaceV2;
    use bluemove_v2::coin_listing as bluemove_v2_listing;
    use marketplace::coin_listing;
    use marketplace::collection_offer::{Self, CollectionOffer};
    use marketplace::event_log;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::Listing;
    use marketplace::orders;
    use marketplace::world;
    use marketplace_stubs::shelf;
    use mercato::biddings_v2;
    use mercato::listings;
    use mercato::listings_v2;
    use topaz::marketplace_v2;

    /// The marketplaces' world, with three more marketplaces and a v2 collection without royalty.
    public fun begin(): Object<FeeSchedule> {
        shelf::open(&world::person(@mercato));
        shelf::open(&world::person(@topaz));
        shelf::open(&world::person(@bluemove));
        let fee_schedule = world::begin();
        world::create_collection(0, 0);
        fee_schedule
    }

    public fun opals(): String { world::name(b"Opals") }

    public fun old_opals(): String { world::name(b"Old Opals") }

    public fun opal(): String { world::name(b"opal") }

    public fun mercato(): String { world::name(b"mercato") }

    public fun topaz(): String { world::name(b"topaz") }

    public fun bluemove(): String { world::name(b"bluemove") }

    /// The seller's new v2 token, listed by us; token and listing.
    public fun list_here(fee_schedule: Object<FeeSchedule>, price: u64): (address, address) {
        let token = world::tokenv2(world::seller_address());
        coin_listing::init_fixed_price<AptosCoin>(&world::seller(), world::as_object(token), fee_schedule, price);
        (object::object_address(&token), object::owner(token))
    }

    /// As `list_here`, at Mercato.
    public fun list_at_mercato(price: u64): (address, address) {
        let token = world::tokenv2(world::seller_address());
        listings_v2::list_token(&world::seller(), token, price);
        (object::object_address<Token>(&token), object::owner(token))
    }

    /// As `list_here`, at BlueMove.
    public fun list_at_bluemove(price: u64): (address, address) {
        let token = world::tokenv2(world::seller_address());
        bluemove_v2_listing::list(&world::seller(), token, price);
        (object::object_address<Token>(&token), object::owner(token))
    }

    /// The seller's new v1 token of this name, listed by us; the listing.
    public fun list_tokenv1_here(fee_schedule: Object<FeeSchedule>, name: vector<u8>, price: u64): address {
        world::tokenv1(&world::seller(), name, 0, 100);
        coin_listing::init_fixed_price_for_tokenv1<AptosCoin>(
            &world::seller(), world::creator_address(), old_opals(), world::name(name), 0, fee_schedule, price
        );
        event_log::last_listings_placed(1)[0]
    }

    /// As `list_tokenv1_here`, at Mercato; the seller.
    public fun list_tokenv1_at_mercato(name: vector<u8>, price: u64): address {
        world::tokenv1(&world::seller(), name, 0, 100);
        listings::list_token(
            &world::seller(), world::creator_address(), old_opals(), world::name(name), 0, price
        );
        world::seller_address()
    }

    /// As `list_tokenv1_here`, at Topaz; the seller.
    public fun list_tokenv1_at_topaz(name: vector<u8>, price: u64): address {
        world::tokenv1(&world::seller(), name, 0, 100);
        marketplace_v2::list<AptosCoin>(
            &world::seller(), price, 1, world::creator_address(), old_opals(), world::name(name), 0
        );
        world::seller_address()
    }

    /// As `list_tokenv1_here`, at BlueMove; the seller.
    public fun list_tokenv1_at_bluemove(name: vector<u8>, price: u64): address {
        world::tokenv1(&world::seller(), name, 0, 100);
        marketplaceV2::batch_list_script(
            &world::seller(),
            vector[world::creator_address()],
            vector[old_opals()],
            vector[world::name(name)],
            vector[price],
            vector[0]
        );
        world::seller_address()
    }

    /// The stranger buys what we list, v1 or v2.
    public fun sold_here(listing: address) {
        coin_listing::purchase<AptosCoin>(&world::stranger(), object::address_to_object<Listing>(listing));
    }

    /// As `sold_here`, at Mercato.
    public fun sold_at_mercato(listing: address, _price: u64) {
        listings_v2::buy_token(&world::stranger(), object::address_to_object<listings_v2::Listing>(listing));
    }

    /// As `sold_here`, at BlueMove.
    public fun sold_at_bluemove(listing: address, price: u64) {
        bluemove_v2_listing::purchase<AptosCoin>(
            &world::stranger(), object::address_to_object<bluemove_v2::listing::Listing>(listing), price
        );
    }

    /// The stranger buys the v1 token of this name at Mercato.
    public fun sold_tokenv1_at_mercato(name: vector<u8>, _price: u64) {
        listings::buy_token(&world::stranger(), world::creator_address(), old_opals(), world::name(name), 0);
    }

    /// As `sold_tokenv1_at_mercato`, at Topaz.
    public fun sold_tokenv1_at_topaz(name: vector<u8>, price: u64) {
        marketplace_v2::buy<AptosCoin>(
            &world::stranger(),
            world::seller_address(),
            price,
            1,
            world::creator_address(),
            old_opals(),
            world::name(name),
            0
        );
    }

    /// As `sold_tokenv1_at_mercato`, at BlueMove.
    public fun sold_tokenv1_at_bluemove(name: vector<u8>, _price: u64) {
        marketplaceV2::batch_buy_script(
            &world::stranger(), vector[world::creator_address()], vector[old_opals()], vector[world::name(name)], vector[0]
        );
    }

    /// The seller changes the price of what we list.
    public fun repriced(listing: address, price: u64) {
        coin_listing::update_fixed_price<AptosCoin>(
            &world::seller(), object::address_to_object<Listing>(listing), price
        );
    }

    /// The buyer's offer for any v2 token, placed with us.
    public fun bid_here(fee_schedule: Object<FeeSchedule>, price: u64): address {
        object::object_address(&orders::collection_offer(fee_schedule, price, 1))
    }

    /// As `bid_here`, for v1 tokens.
    public fun bid_tokenv1_here(fee_schedule: Object<FeeSchedule>, price: u64): address {
        object::object_address(&orders::collection_offer_tokenv1(fee_schedule, price, 1))
    }

    /// As `bid_here`, at Mercato.
    public fun bid_at_mercato(price: u64): address {
        biddings_v2::collection_bid(&world::buyer(), world::collection_object(), price);
        biddings_v2::last_bid()
    }

    /// The buyer takes an offer back that was placed with us.
    public fun cancelled_here(offer: address) {
        collection_offer::cancel<AptosCoin>(&world::buyer(), object::address_to_object<CollectionOffer>(offer));
    }
}
