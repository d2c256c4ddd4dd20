/// Offers for any token of a collection: the money for all wanted items waits in escrow, and owners sell into it one by one.
module marketplace::collection_offer {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::String;
    use aptos_std::type_info;
    use aptos_framework::aptos_account;
    use aptos_framework::coin::{Self, Coin};
    use aptos_framework::object::{Self, DeleteRef, Object};
    use aptos_framework::timestamp;
    use aptos_token::token::{Self as tokenv1};
    use aptos_token_objects::collection::Collection;
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use marketplace::balance_guard;
    use marketplace::events::{Self, CollectionMetadata, TokenMetadata};
    use marketplace::fee_schedule::{Self, FeeSchedule, Rate};
    use marketplace::listing;
    use marketplace::settlement;

    /// No collection offer defined.
    const ENO_COLLECTION_OFFER: u64 = 1;
    /// No coin offer defined.
    const ENO_COIN_OFFER: u64 = 2;
    /// No token offer defined.
    const ENO_TOKEN_OFFER: u64 = 3;
    /// This is not the owner of the collection offer.
    const ENOT_OWNER: u64 = 4;
    /// The offered token is not within the expected collection.
    const EINCORRECT_COLLECTION: u64 = 5;
    /// The collection offer has expired.
    const EEXPIRED: u64 = 6;
    /// An offer needs a price, an amount and an expiry to come.
    const EINCORRECT_TERMS: u64 = 7;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// The terms of an offer.
    struct CollectionOffer has key {
        fee_schedule: Object<FeeSchedule>,
        /// Receives the tokens, or the money back.
        bidder: address,
        /// Items still wanted.
        remaining: u64,
        terms: Terms,
        delete_ref: DeleteRef
    }

    /// Later versions of the package add variants.
    enum Terms has copy, drop, store {
        V1 {
            /// For each item.
            item_price: u64,
            /// Unix seconds; from then on the offer can only be taken back.
            expiration_time: u64,
            /// The marketplace's when the offer was placed.
            commission: Rate
        }
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// The money: `item_price * remaining`.
    struct CoinOffer<phantom CoinType> has key {
        coins: Coin<CoinType>
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Wants tokens of this v1 collection.
    struct CollectionOfferTokenV1 has copy, drop, key {
        creator_address: address,
        collection_name: String
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Wants tokens of this v2 collection.
    struct CollectionOfferTokenV2 has copy, drop, key {
        collection: Object<Collection>
    }

    /// Offers `item_price` for each of `amount` tokens of a v1 collection. The bidder is opted in to receiving them directly.
    public entry fun init_for_tokenv1_entry<CoinType>(
        purchaser: &signer, creator_address: address, collection_name: String, fee_schedule: Object<FeeSchedule>,
        item_price: u64, amount: u64, expiration_time: u64
    ) {
        let offer_signer = init<CoinType>(purchaser, fee_schedule, item_price, amount, expiration_time);
        tokenv1::opt_in_direct_transfer(purchaser, true);
        move_to(&offer_signer, CollectionOfferTokenV1 { creator_address, collection_name });
        events::emit_collection_offer_placed(
            object::object_address(&fee_schedule), signer::address_of(&offer_signer), signer::address_of(purchaser),
            item_price, amount, events::collection_metadata_for_tokenv1(creator_address, collection_name),
            type_info::type_name<CoinType>(), expiration_time
        );
    }

    /// Offers `item_price` for each of `amount` tokens of a v2 collection.
    public entry fun init_for_tokenv2_entry<CoinType>(
        purchaser: &signer, collection: Object<Collection>, fee_schedule: Object<FeeSchedule>, item_price: u64,
        amount: u64, expiration_time: u64
    ) {
        let offer_signer = init<CoinType>(purchaser, fee_schedule, item_price, amount, expiration_time);
        move_to(&offer_signer, CollectionOfferTokenV2 { collection });
        events::emit_collection_offer_placed(
            object::object_address(&fee_schedule), signer::address_of(&offer_signer), signer::address_of(purchaser),
            item_price, amount, events::collection_metadata_for_tokenv2(collection),
            type_info::type_name<CoinType>(), expiration_time
        );
    }

    /// Takes an offer back, expired or not, with what is left of its money.
    public entry fun cancel<CoinType>(
        purchaser: &signer, collection_offer: Object<CollectionOffer>
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let at = require_offer(collection_offer);
        let bidder = signer::address_of(purchaser);
        let offer = &CollectionOffer[at];
        assert!(offer.bidder == bidder, error::permission_denied(ENOT_OWNER));
        events::emit_collection_offer_canceled(
            object::object_address(&offer.fee_schedule), at, bidder, offer.terms.item_price, offer.remaining,
            wanted_metadata(at), type_info::type_name<CoinType>()
        );
        clean_up<CoinType>(collection_offer);
    }

    /// Sells a v1 token into the offer.
    public entry fun sell_tokenv1_entry<CoinType>(
        seller: &signer, collection_offer: Object<CollectionOffer>, token_name: String, property_version: u64
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let at = require_offer(collection_offer);
        assert!(exists<CollectionOfferTokenV1>(at), error::not_found(ENO_TOKEN_OFFER));
        let wanted = CollectionOfferTokenV1[at];
        let token_id =
            tokenv1::create_token_id_raw(
                wanted.creator_address, wanted.collection_name, token_name, property_version
            );
        let token = tokenv1::withdraw_token(seller, token_id, 1);
        tokenv1::direct_deposit_with_opt_in(CollectionOffer[at].bidder, token);
        let (payee, royalty) =
            listing::royalty_of_tokenv1(token_id, CollectionOffer[at].terms.item_price);
        let metadata = events::token_metadata_for_tokenv1(token_id);
        settle<CoinType>(seller, collection_offer, payee, royalty, metadata);
    }

    /// Sells a v2 token into the offer.
    public entry fun sell_tokenv2<CoinType>(
        seller: &signer, collection_offer: Object<CollectionOffer>, token: Object<Token>
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let at = require_offer(collection_offer);
        assert!(exists<CollectionOfferTokenV2>(at), error::not_found(ENO_TOKEN_OFFER));
        assert!(
            tokenv2::collection_object(token) == CollectionOfferTokenV2[at].collection,
            error::invalid_argument(EINCORRECT_COLLECTION)
        );
        object::transfer(seller, token, CollectionOffer[at].bidder);
        let (payee, royalty) =
            listing::royalty_of_tokenv2(token, CollectionOffer[at].terms.item_price);
        let metadata = events::token_metadata_for_tokenv2(token);
        settle<CoinType>(seller, collection_offer, payee, royalty, metadata);
    }

    /// Sells a v1 token into the offer, if the seller receives `least` or more after royalty and commission.
    public entry fun sell_tokenv1_for_at_least<CoinType>(
        seller: &signer, collection_offer: Object<CollectionOffer>, token_name: String, property_version: u64, least: u64
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let before = balance_guard::balance<CoinType>(seller);
        sell_tokenv1_entry<CoinType>(seller, collection_offer, token_name, property_version);
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    /// Sells a v2 token into the offer, if the seller receives `least` or more after royalty and commission.
    public entry fun sell_tokenv2_for_at_least<CoinType>(
        seller: &signer, collection_offer: Object<CollectionOffer>, token: Object<Token>, least: u64
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let before = balance_guard::balance<CoinType>(seller);
        sell_tokenv2<CoinType>(seller, collection_offer, token);
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    #[view]
    /// Does the offer still stand? False once it is filled or cancelled.
    public fun exists_at(collection_offer: Object<CollectionOffer>): bool {
        exists<CollectionOffer>(object::object_address(&collection_offer))
    }

    #[view]
    /// Can it no longer be filled? Its money still waits for the bidder.
    public fun expired(collection_offer: Object<CollectionOffer>): bool acquires CollectionOffer {
        is_past(CollectionOffer[require_offer(collection_offer)].terms.expiration_time)
    }

    #[view]
    /// Unix seconds.
    public fun expiration_time(collection_offer: Object<CollectionOffer>): u64 acquires CollectionOffer {
        CollectionOffer[require_offer(collection_offer)].terms.expiration_time
    }

    #[view]
    /// The marketplace whose fees hold.
    public fun fee_schedule(collection_offer: Object<CollectionOffer>): Object<FeeSchedule> acquires CollectionOffer {
        CollectionOffer[require_offer(collection_offer)].fee_schedule
    }

    #[view]
    /// Price of one item.
    public fun price<CoinType>(collection_offer: Object<CollectionOffer>): u64 acquires CollectionOffer {
        let at = require_offer(collection_offer);
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        CollectionOffer[at].terms.item_price
    }

    #[view]
    /// Receives the tokens, or the money back.
    public fun bidder(collection_offer: Object<CollectionOffer>): address acquires CollectionOffer {
        CollectionOffer[require_offer(collection_offer)].bidder
    }

    #[view]
    /// Items still wanted.
    public fun remaining(collection_offer: Object<CollectionOffer>): u64 acquires CollectionOffer {
        CollectionOffer[require_offer(collection_offer)].remaining
    }

    #[view]
    /// The wanted v1 collection, if it is one.
    public fun collectionv1(
        collection_offer: Object<CollectionOffer>
    ): Option<CollectionMetadata> acquires CollectionOfferTokenV1 {
        let at = require_offer(collection_offer);
        if (!exists<CollectionOfferTokenV1>(at)) return option::none();
        let wanted = &CollectionOfferTokenV1[at];
        option::some(events::collection_metadata_for_tokenv1(wanted.creator_address, wanted.collection_name))
    }

    #[view]
    /// The wanted v2 collection, if it is one.
    public fun collectionv2(
        collection_offer: Object<CollectionOffer>
    ): Option<Object<Collection>> acquires CollectionOfferTokenV2 {
        let at = require_offer(collection_offer);
        if (!exists<CollectionOfferTokenV2>(at)) return option::none();
        option::some(CollectionOfferTokenV2[at].collection)
    }

    fun init<CoinType>(
        purchaser: &signer, fee_schedule: Object<FeeSchedule>, item_price: u64, amount: u64, expiration_time: u64
    ): signer {
        fee_schedule::require_open(fee_schedule);
        assert!(
            item_price > 0 && amount > 0 && !is_past(expiration_time), error::invalid_argument(EINCORRECT_TERMS)
        );
        let bidder = signer::address_of(purchaser);
        let constructor_ref = listing::create_fixed_object(bidder);
        let offer_signer = object::generate_signer(&constructor_ref);
        let delete_ref = object::generate_delete_ref(&constructor_ref);
        let terms = Terms::V1 { item_price, expiration_time, commission: fee_schedule::rate(fee_schedule) };
        move_to(&offer_signer, CollectionOffer { fee_schedule, bidder, remaining: amount, terms, delete_ref });
        settlement::pay_placing_fee(purchaser, fee_schedule, item_price);
        let coins = coin::withdraw<CoinType>(purchaser, item_price * amount);
        move_to(&offer_signer, CoinOffer<CoinType> { coins });
        offer_signer
    }

    /// Pays the seller one item's price out of the escrow; with the last item the offer ends.
    fun settle<CoinType>(
        seller: &signer, collection_offer: Object<CollectionOffer>, royalty_payee: address, royalty: u64,
        metadata: TokenMetadata
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let at = object::object_address(&collection_offer);
        let offer = &mut CollectionOffer[at];
        assert!(!is_past(offer.terms.expiration_time), error::invalid_state(EEXPIRED));
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        let price = offer.terms.item_price;
        let (fee_schedule, bidder) = (offer.fee_schedule, offer.bidder);
        let commission = fee_schedule::commission_of_order(fee_schedule, &offer.terms.commission, price);
        let coins = coin::extract(&mut CoinOffer<CoinType>[at].coins, price);
        offer.remaining = offer.remaining - 1;
        let remaining = offer.remaining;
        let (paid, received) =
            settlement::settle_capped(
                coins, signer::address_of(seller), fee_schedule, commission, royalty_payee, royalty
            );
        events::emit_collection_offer_filled(
            object::object_address(&fee_schedule), at, bidder, signer::address_of(seller), price, royalty, paid,
            metadata, type_info::type_name<CoinType>(), received, remaining
        );
        if (remaining == 0) clean_up<CoinType>(collection_offer);
    }

    /// Gives what is left of the money back and deletes the offer.
    fun clean_up<CoinType>(
        collection_offer: Object<CollectionOffer>
    ) acquires CoinOffer, CollectionOffer, CollectionOfferTokenV1, CollectionOfferTokenV2 {
        let at = object::object_address(&collection_offer);
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        let CoinOffer { coins } = move_from<CoinOffer<CoinType>>(at);
        let CollectionOffer { fee_schedule: _, bidder, remaining: _, terms: _, delete_ref } =
            move_from<CollectionOffer>(at);
        aptos_account::deposit_coins(bidder, coins);
        if (exists<CollectionOfferTokenV1>(at)) {
            move_from<CollectionOfferTokenV1>(at);
        } else {
            move_from<CollectionOfferTokenV2>(at);
        };
        object::delete(delete_ref);
    }

    fun wanted_metadata(at: address): CollectionMetadata acquires CollectionOfferTokenV1, CollectionOfferTokenV2 {
        if (exists<CollectionOfferTokenV1>(at)) {
            let wanted = &CollectionOfferTokenV1[at];
            events::collection_metadata_for_tokenv1(wanted.creator_address, wanted.collection_name)
        } else {
            events::collection_metadata_for_tokenv2(CollectionOfferTokenV2[at].collection)
        }
    }

    fun require_offer(collection_offer: Object<CollectionOffer>): address {
        let at = object::object_address(&collection_offer);
        assert!(exists<CollectionOffer>(at), error::not_found(ENO_COLLECTION_OFFER));
        at
    }

    fun is_past(expiration_time: u64): bool {
        timestamp::now_seconds() >= expiration_time
    }

    #[test_only]
    /// Money in escrow; 0 when the offer has ended.
    public fun escrowed<CoinType>(at: address): u64 acquires CoinOffer {
        if (exists<CoinOffer<CoinType>>(at)) coin::value(&CoinOffer<CoinType>[at].coins) else 0
    }
}
