#[test_only]
/// Places orders for the tests and finds them again.
module marketplace::orders {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;
    use marketplace::coin_listing;
    use marketplace::collection_offer::{Self, CollectionOffer};
    use marketplace::event_log;
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::listing::Listing;
    use marketplace::pool_offer::{Self, PoolOffer};
    use marketplace::token_offer::{Self, TokenOffer};
    use marketplace::world;

    /// The v1 token that tests trade.
    public fun tokenv1_name(): vector<u8> { b"Old Opal #1" }

    /// The seller lists a v2 token.
    public fun list(token: Object<Token>, fee_schedule: Object<FeeSchedule>, price: u64): Object<Listing> {
        coin_listing::init_fixed_price<AptosCoin>(&world::seller(), world::as_object(token), fee_schedule, price);
        newest_listing()
    }

    /// The seller lists their v1 token.
    public fun list_tokenv1(fee_schedule: Object<FeeSchedule>, price: u64): Object<Listing> {
        coin_listing::init_fixed_price_for_tokenv1<AptosCoin>(
            &world::seller(),
            world::creator_address(),
            world::name(b"Old Opals"),
            world::name(tokenv1_name()),
            0,
            fee_schedule,
            price
        );
        newest_listing()
    }

    public fun newest_listing(): Object<Listing> {
        object::address_to_object<Listing>(event_log::last_listings_placed(1)[0])
    }

    /// The buyer offers for a v2 token, until second 2000.
    public fun offer(token: Object<Token>, fee_schedule: Object<FeeSchedule>, price: u64): Object<TokenOffer> {
        token_offer::init_for_tokenv2_entry<AptosCoin>(&world::buyer(), token, fee_schedule, price, 2000);
        newest_token_offer()
    }

    /// The buyer offers for the v1 token, until second 2000.
    public fun offer_tokenv1(fee_schedule: Object<FeeSchedule>, price: u64): Object<TokenOffer> {
        token_offer::init_for_tokenv1_entry<AptosCoin>(
            &world::buyer(),
            world::creator_address(),
            world::name(b"Old Opals"),
            world::name(tokenv1_name()),
            0,
            fee_schedule,
            price,
            2000
        );
        newest_token_offer()
    }

    public fun newest_token_offer(): Object<TokenOffer> {
        object::address_to_object<TokenOffer>(event_log::last_token_offers_placed(1)[0])
    }

    /// The buyer offers for `amount` tokens of the v2 collection, until second 2000.
    public fun collection_offer(fee_schedule: Object<FeeSchedule>, price: u64, amount: u64): Object<CollectionOffer> {
        collection_offer::init_for_tokenv2_entry<AptosCoin>(
            &world::buyer(), world::collection_object(), fee_schedule, price, amount, 2000
        );
        newest_collection_offer()
    }

    /// As `collection_offer`, until another second.
    public fun collection_offer_until(
        fee_schedule: Object<FeeSchedule>, price: u64, amount: u64, expiration_time: u64
    ): Object<CollectionOffer> {
        collection_offer::init_for_tokenv2_entry<AptosCoin>(
            &world::buyer(), world::collection_object(), fee_schedule, price, amount, expiration_time
        );
        newest_collection_offer()
    }

    /// The buyer offers for `amount` tokens of the v1 collection, until second 2000.
    public fun collection_offer_tokenv1(
        fee_schedule: Object<FeeSchedule>, price: u64, amount: u64
    ): Object<CollectionOffer> {
        collection_offer::init_for_tokenv1_entry<AptosCoin>(
            &world::buyer(), world::creator_address(), world::name(b"Old Opals"), fee_schedule, price, amount, 2000
        );
        newest_collection_offer()
    }

    public fun newest_collection_offer(): Object<CollectionOffer> {
        object::address_to_object<CollectionOffer>(event_log::last_collection_offers_placed(1)[0])
    }

    /// The buyer offers for `amount` tokens of the v2 collection out of their pool, until second 2000.
    public fun pool_offer(
        fee_schedule: Object<FeeSchedule>, root: vector<u8>, price: u64, amount: u64, deposit: u64
    ): Object<PoolOffer<AptosCoin>> {
        pool_offer_until(fee_schedule, root, price, amount, deposit, 2000)
    }

    /// As `pool_offer`, until another second.
    public fun pool_offer_until(
        fee_schedule: Object<FeeSchedule>, root: vector<u8>, price: u64, amount: u64, deposit: u64,
        expiration_time: u64
    ): Object<PoolOffer<AptosCoin>> {
        pool_offer::init_for_tokenv2<AptosCoin>(
            &world::buyer(), world::collection_object(), root, fee_schedule, price, amount, expiration_time, deposit
        );
        newest_pool_offer()
    }

    /// The buyer offers for `amount` tokens of the v1 collection out of their pool, until second 2000.
    public fun pool_offer_tokenv1(
        fee_schedule: Object<FeeSchedule>, root: vector<u8>, price: u64, amount: u64, deposit: u64
    ): Object<PoolOffer<AptosCoin>> {
        pool_offer::init_for_tokenv1<AptosCoin>(
            &world::buyer(), world::creator_address(), world::name(b"Old Opals"), root, fee_schedule, price, amount,
            2000, deposit
        );
        newest_pool_offer()
    }

    public fun newest_pool_offer(): Object<PoolOffer<AptosCoin>> {
        object::address_to_object<PoolOffer<AptosCoin>>(event_log::last_pool_offers_placed(1)[0])
    }

    /// The buyer's money in this offer.
    public fun in_token_offer(offer: Object<TokenOffer>): u64 {
        token_offer::escrowed<AptosCoin>(object::object_address(&offer))
    }

    /// The buyer's money in this offer.
    public fun in_collection_offer(offer: Object<CollectionOffer>): u64 {
        collection_offer::escrowed<AptosCoin>(object::object_address(&offer))
    }
}
