/// Offers for one token: the money waits in escrow until the token's owner takes it, or the bidder takes it back.
module marketplace::token_offer {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use aptos_std::type_info;
    use aptos_framework::aptos_account;
    use aptos_framework::coin::{Self, Coin};
    use aptos_framework::object::{Self, ConstructorRef, DeleteRef, Object};
    use aptos_framework::timestamp;
    use aptos_token::token::{Self as tokenv1};
    use aptos_token_objects::collection::Collection;
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use marketplace::balance_guard;
    use marketplace::events::{Self, CollectionMetadata, TokenMetadata};
    use marketplace::fee_schedule::{Self, FeeSchedule, Rate};
    use marketplace::listing;
    use marketplace::settlement;

    /// No token offer defined.
    const ENO_TOKEN_OFFER: u64 = 1;
    /// No coin offer defined.
    const ENO_COIN_OFFER: u64 = 2;
    /// This is not the owner of the token.
    const ENOT_TOKEN_OWNER: u64 = 3;
    /// This is not the owner of the token offer.
    const ENOT_OWNER: u64 = 4;
    /// The token offer has expired.
    const EEXPIRED: u64 = 6;
    /// An offer needs a price and an expiry to come.
    const EINCORRECT_TERMS: u64 = 7;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// The terms of an offer.
    struct TokenOffer has key {
        fee_schedule: Object<FeeSchedule>,
        /// Receives the token, or the money back.
        bidder: address,
        terms: Terms,
        delete_ref: DeleteRef
    }

    /// Later versions of the package add variants.
    enum Terms has copy, drop, store {
        V1 {
            item_price: u64,
            /// Unix seconds; from then on the offer can only be taken back.
            expiration_time: u64,
            /// The marketplace's when the offer was placed.
            commission: Rate
        }
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// The money.
    struct CoinOffer<phantom CoinType> has key {
        coins: Coin<CoinType>
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Wants this v1 token.
    struct TokenOfferTokenV1 has copy, drop, key {
        creator_address: address,
        collection_name: String,
        token_name: String,
        property_version: u64
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Wants this v2 token.
    struct TokenOfferTokenV2 has copy, drop, key {
        token: Object<Token>
    }

    /// Offers `item_price` for one v1 token. The bidder is opted in to receiving it directly.
    public entry fun init_for_tokenv1_entry<CoinType>(
        purchaser: &signer, creator_address: address, collection_name: String, token_name: String,
        property_version: u64, fee_schedule: Object<FeeSchedule>, item_price: u64, expiration_time: u64
    ) {
        let offer_signer = init<CoinType>(purchaser, fee_schedule, item_price, expiration_time);
        let wanted = TokenOfferTokenV1 { creator_address, collection_name, token_name, property_version };
        tokenv1::opt_in_direct_transfer(purchaser, true);
        let metadata = metadata_of_tokenv1(&wanted);
        move_to(&offer_signer, wanted);
        announce_placed<CoinType>(purchaser, &offer_signer, fee_schedule, item_price, metadata, expiration_time);
    }

    /// Offers `item_price` for one v2 token.
    public entry fun init_for_tokenv2_entry<CoinType>(
        purchaser: &signer, token: Object<Token>, fee_schedule: Object<FeeSchedule>, item_price: u64,
        expiration_time: u64
    ) {
        let offer_signer = init<CoinType>(purchaser, fee_schedule, item_price, expiration_time);
        move_to(&offer_signer, TokenOfferTokenV2 { token });
        announce_placed<CoinType>(
            purchaser,
            &offer_signer,
            fee_schedule,
            item_price,
            events::token_metadata_for_tokenv2(token),
            expiration_time
        );
    }

    /// Takes an offer back, expired or not, with its money.
    public entry fun cancel<CoinType>(
        purchaser: &signer, token_offer: Object<TokenOffer>
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let at = require_offer(token_offer);
        let bidder = signer::address_of(purchaser);
        let offer = &TokenOffer[at];
        assert!(offer.bidder == bidder, error::permission_denied(ENOT_OWNER));
        events::emit_token_offer_canceled(
            object::object_address(&offer.fee_schedule),
            at,
            bidder,
            offer.terms.item_price,
            wanted_metadata(at),
            type_info::type_name<CoinType>()
        );
        clean_up<CoinType>(token_offer);
    }

    /// Sells the wanted v1 token into the offer.
    public entry fun sell_tokenv1_entry<CoinType>(
        seller: &signer, token_offer: Object<TokenOffer>, token_name: String, property_version: u64
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let at = require_offer(token_offer);
        assert!(exists<TokenOfferTokenV1>(at), error::not_found(ENO_TOKEN_OFFER));
        let wanted = TokenOfferTokenV1[at];
        assert!(
            wanted.token_name == token_name && wanted.property_version == property_version,
            error::not_found(ENO_TOKEN_OFFER)
        );
        let token_id =
            tokenv1::create_token_id_raw(
                wanted.creator_address, wanted.collection_name, token_name, property_version
            );
        let token = tokenv1::withdraw_token(seller, token_id, 1);
        tokenv1::direct_deposit_with_opt_in(TokenOffer[at].bidder, token);
        let (payee, royalty) = listing::royalty_of_tokenv1(token_id, TokenOffer[at].terms.item_price);
        let metadata = metadata_of_tokenv1(&wanted);
        settle<CoinType>(seller, token_offer, payee, royalty, metadata);
    }

    /// Sells the wanted v2 token into the offer.
    public entry fun sell_tokenv2<CoinType>(
        seller: &signer, token_offer: Object<TokenOffer>
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let at = require_offer(token_offer);
        assert!(exists<TokenOfferTokenV2>(at), error::not_found(ENO_TOKEN_OFFER));
        let token = TokenOfferTokenV2[at].token;
        assert!(
            object::is_owner(token, signer::address_of(seller)), error::permission_denied(ENOT_TOKEN_OWNER)
        );
        object::transfer(seller, token, TokenOffer[at].bidder);
        let (payee, royalty) = listing::royalty_of_tokenv2(token, TokenOffer[at].terms.item_price);
        let metadata = events::token_metadata_for_tokenv2(token);
        settle<CoinType>(seller, token_offer, payee, royalty, metadata);
    }

    /// Sells the wanted v1 token into the offer, if the seller receives `least` or more after royalty and commission.
    public entry fun sell_tokenv1_for_at_least<CoinType>(
        seller: &signer, token_offer: Object<TokenOffer>, token_name: String, property_version: u64, least: u64
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let before = balance_guard::balance<CoinType>(seller);
        sell_tokenv1_entry<CoinType>(seller, token_offer, token_name, property_version);
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    /// Sells the wanted v2 token into the offer, if the seller receives `least` or more after royalty and commission.
    public entry fun sell_tokenv2_for_at_least<CoinType>(
        seller: &signer, token_offer: Object<TokenOffer>, least: u64
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let before = balance_guard::balance<CoinType>(seller);
        sell_tokenv2<CoinType>(seller, token_offer);
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    #[view]
    /// Does the offer still stand? False once it is filled or cancelled.
    public fun exists_at(token_offer: Object<TokenOffer>): bool {
        exists<TokenOffer>(object::object_address(&token_offer))
    }

    #[view]
    /// Can it no longer be filled? Its money still waits for the bidder.
    public fun expired(token_offer: Object<TokenOffer>): bool acquires TokenOffer {
        is_past(TokenOffer[require_offer(token_offer)].terms.expiration_time)
    }

    #[view]
    /// Unix seconds.
    public fun expiration_time(token_offer: Object<TokenOffer>): u64 acquires TokenOffer {
        TokenOffer[require_offer(token_offer)].terms.expiration_time
    }

    #[view]
    /// The marketplace whose fees hold.
    public fun fee_schedule(token_offer: Object<TokenOffer>): Object<FeeSchedule> acquires TokenOffer {
        TokenOffer[require_offer(token_offer)].fee_schedule
    }

    #[view]
    /// Returns the price offered to the token's owner, before royalty and commission.
    public fun price<CoinType>(token_offer: Object<TokenOffer>): u64 acquires TokenOffer {
        let at = require_offer(token_offer);
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        TokenOffer[at].terms.item_price
    }

    #[view]
    /// Receives the token, or the money back.
    public fun bidder(token_offer: Object<TokenOffer>): address acquires TokenOffer {
        TokenOffer[require_offer(token_offer)].bidder
    }

    #[view]
    /// The wanted v1 token's collection, if it is one.
    public fun collectionv1(token_offer: Object<TokenOffer>): Option<CollectionMetadata> acquires TokenOfferTokenV1 {
        let at = require_offer(token_offer);
        if (!exists<TokenOfferTokenV1>(at)) return option::none();
        let wanted = &TokenOfferTokenV1[at];
        option::some(events::collection_metadata_for_tokenv1(wanted.creator_address, wanted.collection_name))
    }

    #[view]
    /// The wanted v2 token's collection, if it is one.
    public fun collectionv2(token_offer: Object<TokenOffer>): Option<Object<Collection>> acquires TokenOfferTokenV2 {
        let at = require_offer(token_offer);
        if (!exists<TokenOfferTokenV2>(at)) return option::none();
        option::some(tokenv2::collection_object(TokenOfferTokenV2[at].token))
    }

    fun init<CoinType>(
        purchaser: &signer, fee_schedule: Object<FeeSchedule>, item_price: u64, expiration_time: u64
    ): signer {
        fee_schedule::require_open(fee_schedule);
        assert!(item_price > 0 && !is_past(expiration_time), error::invalid_argument(EINCORRECT_TERMS));
        let bidder = signer::address_of(purchaser);
        let constructor_ref: ConstructorRef = listing::create_fixed_object(bidder);
        let offer_signer = object::generate_signer(&constructor_ref);
        let delete_ref = object::generate_delete_ref(&constructor_ref);
        let terms = Terms::V1 { item_price, expiration_time, commission: fee_schedule::rate(fee_schedule) };
        move_to(&offer_signer, TokenOffer { fee_schedule, bidder, terms, delete_ref });
        settlement::pay_placing_fee(purchaser, fee_schedule, item_price);
        move_to(&offer_signer, CoinOffer<CoinType> { coins: coin::withdraw(purchaser, item_price) });
        offer_signer
    }

    /// Pays the seller out of the escrow and ends the offer. The token has already changed hands; an abort undoes that too.
    fun settle<CoinType>(
        seller: &signer, token_offer: Object<TokenOffer>, royalty_payee: address, royalty: u64, metadata: TokenMetadata
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let at = object::object_address(&token_offer);
        let offer = &TokenOffer[at];
        assert!(!is_past(offer.terms.expiration_time), error::invalid_state(EEXPIRED));
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        let price = offer.terms.item_price;
        let (fee_schedule, bidder) = (offer.fee_schedule, offer.bidder);
        let commission = fee_schedule::commission_of_order(fee_schedule, &offer.terms.commission, price);
        let coins = coin::extract(&mut CoinOffer<CoinType>[at].coins, price);
        let (paid, received) =
            settlement::settle_exact(
                coins, signer::address_of(seller), fee_schedule, commission, royalty_payee, royalty
            );
        events::emit_token_offer_filled(
            object::object_address(&fee_schedule),
            at,
            bidder,
            signer::address_of(seller),
            price,
            royalty,
            paid,
            metadata,
            type_info::type_name<CoinType>(),
            received
        );
        clean_up<CoinType>(token_offer);
    }

    /// Gives what is left of the money back and deletes the offer.
    fun clean_up<CoinType>(
        token_offer: Object<TokenOffer>
    ) acquires CoinOffer, TokenOffer, TokenOfferTokenV1, TokenOfferTokenV2 {
        let at = object::object_address(&token_offer);
        assert!(exists<CoinOffer<CoinType>>(at), error::not_found(ENO_COIN_OFFER));
        let CoinOffer { coins } = move_from<CoinOffer<CoinType>>(at);
        let TokenOffer { fee_schedule: _, bidder, terms: _, delete_ref } = move_from<TokenOffer>(at);
        aptos_account::deposit_coins(bidder, coins);
        if (exists<TokenOfferTokenV1>(at)) {
            move_from<TokenOfferTokenV1>(at);
        } else {
            move_from<TokenOfferTokenV2>(at);
        };
        object::delete(delete_ref);
    }

    fun announce_placed<CoinType>(
        purchaser: &signer, offer_signer: &signer, fee_schedule: Object<FeeSchedule>, price: u64,
        metadata: TokenMetadata, expiration_time: u64
    ) {
        events::emit_token_offer_placed(
            object::object_address(&fee_schedule),
            signer::address_of(offer_signer),
            signer::address_of(purchaser),
            price,
            metadata,
            type_info::type_name<CoinType>(),
            expiration_time
        );
    }

    /// Returns the wanted token, even if it was burnt: the bidder must get the money back.
    fun wanted_metadata(at: address): TokenMetadata acquires TokenOfferTokenV1, TokenOfferTokenV2 {
        if (exists<TokenOfferTokenV1>(at)) {
            return metadata_of_tokenv1(&TokenOfferTokenV1[at]);
        };
        let token = TokenOfferTokenV2[at].token;
        if (object::object_exists<Token>(object::object_address(&token))) {
            events::token_metadata_for_tokenv2(token)
        } else {
            events::token_metadata_for_burned_token(string::utf8(b" burned"))
        }
    }

    fun metadata_of_tokenv1(wanted: &TokenOfferTokenV1): TokenMetadata {
        events::token_metadata_for_tokenv1(
            tokenv1::create_token_id_raw(
                wanted.creator_address, wanted.collection_name, wanted.token_name, wanted.property_version
            )
        )
    }

    fun require_offer(token_offer: Object<TokenOffer>): address {
        let at = object::object_address(&token_offer);
        assert!(exists<TokenOffer>(at), error::not_found(ENO_TOKEN_OFFER));
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
