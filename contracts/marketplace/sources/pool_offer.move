/// Offers for tokens of a collection that are backed by the bidder's pool: for any of its tokens, or for those of a set.
/// An offer holds no money, so one deposit stands behind many; a sale takes the price out of the pool or aborts.
module marketplace::pool_offer {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::String;
    use std::vector;
    use aptos_std::type_info;
    use aptos_framework::object::{Self, DeleteRef, Object};
    use aptos_framework::timestamp;
    use aptos_token::token::{Self as tokenv1};
    use aptos_token_objects::collection::Collection;
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use marketplace::balance_guard;
    use marketplace::bid_pool;
    use marketplace::events::{Self, CollectionMetadata, TokenMetadata};
    use marketplace::fee_schedule::{Self, FeeSchedule, Rate};
    use marketplace::listing;
    use marketplace::settlement;
    use marketplace::token_set;

    /// There is no such offer.
    const ENO_POOL_OFFER: u64 = 1;
    /// The offer is for tokens of the other standard.
    const EOTHER_STANDARD: u64 = 2;
    /// This is not the bidder.
    const ENOT_BIDDER: u64 = 3;
    /// The token is not of the wanted collection.
    const EINCORRECT_COLLECTION: u64 = 4;
    /// The offer has expired.
    const EEXPIRED: u64 = 5;
    /// An offer needs a price, an amount and an expiry to come.
    const EINCORRECT_TERMS: u64 = 6;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// An offer in a coin.
    struct PoolOffer<phantom CoinType> has key {
        fee_schedule: Object<FeeSchedule>,
        /// Receives the tokens; its pool pays.
        bidder: address,
        /// Items still wanted.
        remaining: u64,
        terms: Terms,
        wanted: Wanted,
        delete_ref: DeleteRef
    }

    /// Later versions of the package add variants.
    enum Terms has copy, drop, store {
        V1 {
            /// For each item.
            item_price: u64,
            /// Unix seconds; from then on the offer can only be cancelled.
            expiration_time: u64,
            /// The marketplace's when the offer was placed.
            commission: Rate,
            /// The root of the set of wanted tokens; empty for any token of the collection.
            root: vector<u8>
        }
    }

    /// The collection whose tokens are wanted.
    enum Wanted has copy, drop, store {
        TokenV1 { creator_address: address, collection_name: String },
        TokenV2 { collection: Object<Collection> }
    }

    /// Offers `item_price` for each of `amount` tokens of a v1 collection that are in the set with this root (empty: for any).
    /// The bidder is opted in to receiving them directly. `deposit` (0 for none) goes into the pool first.
    public entry fun init_for_tokenv1<CoinType>(
        bidder: &signer, creator_address: address, collection_name: String, root: vector<u8>,
        fee_schedule: Object<FeeSchedule>, item_price: u64, amount: u64, expiration_time: u64, deposit: u64
    ) {
        tokenv1::opt_in_direct_transfer(bidder, true);
        place<CoinType>(
            bidder, Wanted::TokenV1 { creator_address, collection_name }, root, fee_schedule, item_price, amount,
            expiration_time, deposit
        );
    }

    /// Offers `item_price` for each of `amount` tokens of a v2 collection that are in the set with this root (empty: for any).
    /// `deposit` (0 for none) goes into the pool first.
    public entry fun init_for_tokenv2<CoinType>(
        bidder: &signer, collection: Object<Collection>, root: vector<u8>, fee_schedule: Object<FeeSchedule>,
        item_price: u64, amount: u64, expiration_time: u64, deposit: u64
    ) {
        place<CoinType>(
            bidder, Wanted::TokenV2 { collection }, root, fee_schedule, item_price, amount, expiration_time, deposit
        );
    }

    /// Cancels an offer, expired or not. The money stays in the pool.
    public entry fun cancel<CoinType>(
        bidder: &signer, offer: Object<PoolOffer<CoinType>>
    ) acquires PoolOffer {
        let at = require_offer(offer);
        let PoolOffer { fee_schedule, bidder: owner, remaining, terms, wanted, delete_ref } =
            move_from<PoolOffer<CoinType>>(at);
        assert!(owner == signer::address_of(bidder), error::permission_denied(ENOT_BIDDER));
        events::emit_pool_offer_canceled(
            object::object_address(&fee_schedule), at, owner, terms.item_price, remaining, metadata_of(&wanted),
            terms.root, type_info::type_name<CoinType>()
        );
        bid_pool::remove_offer<CoinType>(owner);
        object::delete(delete_ref);
    }

    /// Cancels several offers, or none of them.
    public entry fun cancel_many<CoinType>(
        bidder: &signer, offers: vector<Object<PoolOffer<CoinType>>>
    ) acquires PoolOffer {
        for (i in 0..vector::length(&offers)) cancel<CoinType>(bidder, offers[i]);
    }

    /// Sells a v1 token into the offer, if the seller receives `least` or more after royalty and commission.
    /// `proof` is read where the offer is for a set.
    public entry fun sell_tokenv1_for_at_least<CoinType>(
        seller: &signer, offer: Object<PoolOffer<CoinType>>, token_name: String, property_version: u64,
        proof: vector<vector<u8>>, least: u64
    ) acquires PoolOffer {
        let at = require_offer(offer);
        let (creator_address, collection_name) = wanted_tokenv1(&PoolOffer<CoinType>[at].wanted);
        require_in_set(
            &PoolOffer<CoinType>[at].terms.root,
            token_set::leaf_of_tokenv1(creator_address, collection_name, token_name, property_version),
            &proof
        );
        let before = balance_guard::balance<CoinType>(seller);
        let token_id =
            tokenv1::create_token_id_raw(creator_address, collection_name, token_name, property_version);
        let token = tokenv1::withdraw_token(seller, token_id, 1);
        tokenv1::direct_deposit_with_opt_in(PoolOffer<CoinType>[at].bidder, token);
        let (payee, royalty) =
            listing::royalty_of_tokenv1(token_id, PoolOffer<CoinType>[at].terms.item_price);
        settle<CoinType>(seller, at, payee, royalty, events::token_metadata_for_tokenv1(token_id));
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    /// Sells a v2 token into the offer, if the seller receives `least` or more after royalty and commission.
    /// `proof` is read where the offer is for a set.
    public entry fun sell_tokenv2_for_at_least<CoinType>(
        seller: &signer, offer: Object<PoolOffer<CoinType>>, token: Object<Token>, proof: vector<vector<u8>>,
        least: u64
    ) acquires PoolOffer {
        let at = require_offer(offer);
        assert!(
            tokenv2::collection_object(token) == wanted_tokenv2(&PoolOffer<CoinType>[at].wanted),
            error::invalid_argument(EINCORRECT_COLLECTION)
        );
        require_in_set(&PoolOffer<CoinType>[at].terms.root, token_set::leaf_of_tokenv2(token), &proof);
        let before = balance_guard::balance<CoinType>(seller);
        object::transfer(seller, token, PoolOffer<CoinType>[at].bidder);
        let (payee, royalty) =
            listing::royalty_of_tokenv2(token, PoolOffer<CoinType>[at].terms.item_price);
        settle<CoinType>(seller, at, payee, royalty, events::token_metadata_for_tokenv2(token));
        balance_guard::require_received_at_least<CoinType>(seller, before, least);
    }

    #[view]
    /// Returns whether the offer is still placed; false once it is filled or cancelled.
    public fun exists_at<CoinType>(offer: address): bool {
        exists<PoolOffer<CoinType>>(offer)
    }

    #[view]
    /// Returns how many items the offer can buy now: those still wanted, as far as the pool covers them; 0 once expired.
    public fun fillable<CoinType>(offer: Object<PoolOffer<CoinType>>): u64 acquires PoolOffer {
        let at = require_offer(offer);
        let open = &PoolOffer<CoinType>[at];
        if (is_past(open.terms.expiration_time)) return 0;
        let covered = bid_pool::balance<CoinType>(open.bidder) / open.terms.item_price;
        if (covered < open.remaining) covered else open.remaining
    }

    #[view]
    /// Returns the price of one item.
    public fun price<CoinType>(offer: Object<PoolOffer<CoinType>>): u64 acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].terms.item_price
    }

    #[view]
    /// Returns the account that receives the tokens.
    public fun bidder<CoinType>(offer: Object<PoolOffer<CoinType>>): address acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].bidder
    }

    #[view]
    /// Returns how many items are still wanted.
    public fun remaining<CoinType>(offer: Object<PoolOffer<CoinType>>): u64 acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].remaining
    }

    #[view]
    /// Returns the root of the set of wanted tokens; empty for any token of the collection.
    public fun root<CoinType>(offer: Object<PoolOffer<CoinType>>): vector<u8> acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].terms.root
    }

    #[view]
    /// Returns the Unix second from which on the offer can only be cancelled.
    public fun expiration_time<CoinType>(offer: Object<PoolOffer<CoinType>>): u64 acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].terms.expiration_time
    }

    #[view]
    /// Returns the marketplace whose fees hold.
    public fun fee_schedule<CoinType>(offer: Object<PoolOffer<CoinType>>): Object<FeeSchedule> acquires PoolOffer {
        PoolOffer<CoinType>[require_offer(offer)].fee_schedule
    }

    #[view]
    /// Returns the wanted v2 collection; none for an offer for v1 tokens.
    public fun collectionv2<CoinType>(
        offer: Object<PoolOffer<CoinType>>
    ): Option<Object<Collection>> acquires PoolOffer {
        match (&PoolOffer<CoinType>[require_offer(offer)].wanted) {
            Wanted::TokenV2 { collection } => option::some(*collection),
            _ => option::none()
        }
    }

    fun place<CoinType>(
        bidder: &signer, wanted: Wanted, root: vector<u8>, fee_schedule: Object<FeeSchedule>, item_price: u64,
        amount: u64, expiration_time: u64, deposit: u64
    ) {
        fee_schedule::require_open(fee_schedule);
        assert!(
            item_price > 0 && amount > 0 && !is_past(expiration_time), error::invalid_argument(EINCORRECT_TERMS)
        );
        // The total of all items must not overflow, as with offers that hold their money.
        let _ = item_price * amount;
        if (!vector::is_empty(&root)) token_set::require_root(&root);
        let owner = signer::address_of(bidder);
        let constructor_ref = listing::create_fixed_object(owner);
        let offer_signer = object::generate_signer(&constructor_ref);
        let delete_ref = object::generate_delete_ref(&constructor_ref);
        let terms =
            Terms::V1 { item_price, expiration_time, commission: fee_schedule::rate(fee_schedule), root };
        move_to(
            &offer_signer,
            PoolOffer<CoinType> { fee_schedule, bidder: owner, remaining: amount, terms, wanted, delete_ref }
        );
        bid_pool::add_offer<CoinType>(bidder);
        settlement::pay_placing_fee(bidder, fee_schedule, item_price);
        if (deposit > 0) bid_pool::deposit<CoinType>(bidder, deposit);
        events::emit_pool_offer_placed(
            object::object_address(&fee_schedule), signer::address_of(&offer_signer), owner, item_price, amount,
            metadata_of(&wanted), root, type_info::type_name<CoinType>(), expiration_time
        );
    }

    /// Pays the seller one item's price out of the bidder's pool; with the last item the offer ends.
    fun settle<CoinType>(
        seller: &signer, at: address, royalty_payee: address, royalty: u64, metadata: TokenMetadata
    ) acquires PoolOffer {
        let offer = &mut PoolOffer<CoinType>[at];
        assert!(!is_past(offer.terms.expiration_time), error::invalid_state(EEXPIRED));
        let (price, fee_schedule, bidder) = (offer.terms.item_price, offer.fee_schedule, offer.bidder);
        let commission = fee_schedule::commission_of_order(fee_schedule, &offer.terms.commission, price);
        offer.remaining = offer.remaining - 1;
        let remaining = offer.remaining;
        let coins = bid_pool::take<CoinType>(bidder, price);
        let (paid, received) =
            settlement::settle_capped(
                coins, signer::address_of(seller), fee_schedule, commission, royalty_payee, royalty
            );
        events::emit_pool_offer_filled(
            object::object_address(&fee_schedule), at, bidder, signer::address_of(seller), price, royalty, paid,
            metadata, type_info::type_name<CoinType>(), received, remaining, bid_pool::balance<CoinType>(bidder)
        );
        if (remaining == 0) {
            let PoolOffer { fee_schedule: _, bidder: _, remaining: _, terms: _, wanted: _, delete_ref } =
                move_from<PoolOffer<CoinType>>(at);
            bid_pool::remove_offer<CoinType>(bidder);
            object::delete(delete_ref);
        }
    }

    fun require_in_set(root: &vector<u8>, leaf: vector<u8>, proof: &vector<vector<u8>>) {
        if (!vector::is_empty(root)) token_set::require_member(root, leaf, proof);
    }

    fun wanted_tokenv1(wanted: &Wanted): (address, String) {
        match (wanted) {
            Wanted::TokenV1 { creator_address, collection_name } => (*creator_address, *collection_name),
            _ => abort error::invalid_argument(EOTHER_STANDARD)
        }
    }

    fun wanted_tokenv2(wanted: &Wanted): Object<Collection> {
        match (wanted) {
            Wanted::TokenV2 { collection } => *collection,
            _ => abort error::invalid_argument(EOTHER_STANDARD)
        }
    }

    fun metadata_of(wanted: &Wanted): CollectionMetadata {
        match (wanted) {
            Wanted::TokenV1 { creator_address, collection_name } =>
                events::collection_metadata_for_tokenv1(*creator_address, *collection_name),
            Wanted::TokenV2 { collection } => events::collection_metadata_for_tokenv2(*collection)
        }
    }

    fun require_offer<CoinType>(offer: Object<PoolOffer<CoinType>>): address {
        let at = object::object_address(&offer);
        assert!(exists<PoolOffer<CoinType>>(at), error::not_found(ENO_POOL_OFFER));
        at
    }

    fun is_past(expiration_time: u64): bool {
        timestamp::now_seconds() >= expiration_time
    }
}
