/// Events of the marketplace. Field names and order are those that indexers of this contract family know; what they
/// do not know stands last: the coin, until when an order stands (0: for good), what the seller received and what is left.
/// `commission` and `royalties` are what was paid.
module marketplace::events {
    use std::option::{Self, Option};
    use std::string::String;
    use aptos_framework::event;
    use aptos_framework::object::Object;
    use aptos_token::token::{Self as tokenv1, TokenId};
    use aptos_token_objects::collection::{Self, Collection};
    use aptos_token_objects::token::{Self as tokenv2, Token};

    friend marketplace::coin_listing;
    friend marketplace::listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;
    friend marketplace::bid_pool;
    friend marketplace::pool_offer;

    /// Names a token. `token` and `collection` are empty for v1 tokens, `property_version` for v2 tokens.
    struct TokenMetadata has copy, drop, store {
        creator_address: address,
        collection_name: String,
        collection: Option<Object<Collection>>,
        token_name: String,
        token: Option<Object<Token>>,
        property_version: Option<u64>
    }

    /// Names a collection. `collection` is empty for v1 tokens.
    struct CollectionMetadata has copy, drop, store {
        creator_address: address,
        collection_name: String,
        collection: Option<Object<Collection>>
    }

    #[event]
    /// A token is for sale, or its terms changed: the same `listing` then comes again. The price falls from `price` to `end_price`
    /// between two seconds, both 0 for a fixed price. `reserved_for` is @0x0 for any buyer.
    struct ListingPlaced has drop, store {
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        price: u64,
        token_metadata: TokenMetadata,
        reserved_for: address,
        coin_type: String,
        expiration_time: u64,
        end_price: u64,
        falls_from: u64,
        falls_until: u64,
        least_proceeds: u64
    }

    #[event]
    /// The seller ended the listing; `price` is what it last cost. The token is the seller's again unless it is gone, or frozen and still
    /// held by the listing.
    struct ListingCanceled has drop, store {
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String
    }

    #[event]
    /// A sale. The seller received what commission and royalties left of the price.
    struct ListingFilled has drop, store {
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        purchaser: address,
        price: u64,
        commission: u64,
        royalties: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64
    }

    #[event]
    /// A bidder offers for a token; the money is in escrow.
    struct TokenOfferPlaced has drop, store {
        marketplace: address,
        token_offer: address,
        purchaser: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        expiration_time: u64
    }

    #[event]
    /// The bidder took the money back.
    struct TokenOfferCanceled has drop, store {
        marketplace: address,
        token_offer: address,
        purchaser: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String
    }

    #[event]
    /// A sale. The seller received what royalties and commission left of the price.
    struct TokenOfferFilled has drop, store {
        marketplace: address,
        token_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64
    }

    #[event]
    /// `price` is per item.
    struct CollectionOfferPlaced has drop, store {
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        price: u64,
        token_amount: u64,
        collection_metadata: CollectionMetadata,
        coin_type: String,
        expiration_time: u64
    }

    #[event]
    /// The bidder took the money for what was still wanted back.
    struct CollectionOfferCanceled has drop, store {
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        price: u64,
        remaining_token_amount: u64,
        collection_metadata: CollectionMetadata,
        coin_type: String
    }

    #[event]
    /// One for each token sold into the offer.
    struct CollectionOfferFilled has drop, store {
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64,
        remaining_token_amount: u64
    }

    #[event]
    /// A bidder moved money into their pool; `balance` is what it holds since.
    struct PoolDeposited has drop, store {
        bidder: address,
        coin_type: String,
        amount: u64,
        balance: u64
    }

    #[event]
    /// A bidder took money out of their pool; `balance` is what it holds since.
    struct PoolWithdrawn has drop, store {
        bidder: address,
        coin_type: String,
        amount: u64,
        balance: u64
    }

    #[event]
    /// An offer that the bidder's pool pays. `price` is per item; `root` is empty for any token of the collection.
    struct PoolOfferPlaced has drop, store {
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        price: u64,
        token_amount: u64,
        collection_metadata: CollectionMetadata,
        root: vector<u8>,
        coin_type: String,
        expiration_time: u64
    }

    #[event]
    /// The bidder cancelled an offer; the pool is not touched.
    struct PoolOfferCanceled has drop, store {
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        price: u64,
        remaining_token_amount: u64,
        collection_metadata: CollectionMetadata,
        root: vector<u8>,
        coin_type: String
    }

    #[event]
    /// One for each token sold into the offer; `pool_balance` is what the bidder's pool holds since.
    struct PoolOfferFilled has drop, store {
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64,
        remaining_token_amount: u64,
        pool_balance: u64
    }

    /// Names a v1 token.
    public(friend) fun token_metadata_for_tokenv1(token_id: TokenId): TokenMetadata {
        let (creator_address, collection_name, token_name, property_version) =
            tokenv1::get_token_id_fields(&token_id);
        TokenMetadata {
            creator_address,
            collection_name,
            collection: option::none(),
            token_name,
            token: option::none(),
            property_version: option::some(property_version)
        }
    }

    /// Names a v2 token that exists.
    public(friend) fun token_metadata_for_tokenv2(token: Object<Token>): TokenMetadata {
        TokenMetadata {
            creator_address: tokenv2::creator(token),
            collection_name: tokenv2::collection_name(token),
            collection: option::some(tokenv2::collection_object(token)),
            token_name: tokenv2::name(token),
            token: option::some(token),
            property_version: option::none()
        }
    }

    /// Stands in for a v2 token that no longer exists.
    public(friend) fun token_metadata_for_burned_token(name: String): TokenMetadata {
        TokenMetadata {
            creator_address: @0x1,
            collection_name: name,
            collection: option::none(),
            token_name: name,
            token: option::none(),
            property_version: option::none()
        }
    }

    /// Names a v1 collection.
    public(friend) fun collection_metadata_for_tokenv1(
        creator_address: address, collection_name: String
    ): CollectionMetadata {
        CollectionMetadata { creator_address, collection_name, collection: option::none() }
    }

    /// Names a v2 collection.
    public(friend) fun collection_metadata_for_tokenv2(collection: Object<Collection>): CollectionMetadata {
        CollectionMetadata {
            creator_address: collection::creator(collection),
            collection_name: collection::name(collection),
            collection: option::some(collection)
        }
    }

    /// Tells that a token is for sale, or costs something else now.
    public(friend) fun emit_listing_placed(
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        price: u64,
        token_metadata: TokenMetadata,
        reserved_for: address,
        coin_type: String,
        expiration_time: u64,
        end_price: u64,
        falls_from: u64,
        falls_until: u64,
        least_proceeds: u64
    ) {
        event::emit(
            ListingPlaced {
                marketplace,
                type,
                listing,
                seller,
                price,
                token_metadata,
                reserved_for,
                coin_type,
                expiration_time,
                end_price,
                falls_from,
                falls_until,
                least_proceeds
            }
        );
    }

    /// Tells that a token is no longer for sale.
    public(friend) fun emit_listing_canceled(
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String
    ) {
        event::emit(
            ListingCanceled {
                marketplace,
                type,
                listing,
                seller,
                price,
                token_metadata,
                coin_type
            }
        );
    }

    /// Tells that a listed token was sold.
    public(friend) fun emit_listing_filled(
        marketplace: address,
        type: String,
        listing: address,
        seller: address,
        purchaser: address,
        price: u64,
        commission: u64,
        royalties: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64
    ) {
        event::emit(
            ListingFilled {
                marketplace,
                type,
                listing,
                seller,
                purchaser,
                price,
                commission,
                royalties,
                token_metadata,
                coin_type,
                seller_received
            }
        );
    }

    /// Emits that a bidder offers for a token.
    public(friend) fun emit_token_offer_placed(
        marketplace: address,
        token_offer: address,
        purchaser: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        expiration_time: u64
    ) {
        event::emit(
            TokenOfferPlaced {
                marketplace,
                token_offer,
                purchaser,
                price,
                token_metadata,
                coin_type,
                expiration_time
            }
        );
    }

    /// Tells that an offer for a token was taken back.
    public(friend) fun emit_token_offer_canceled(
        marketplace: address,
        token_offer: address,
        purchaser: address,
        price: u64,
        token_metadata: TokenMetadata,
        coin_type: String
    ) {
        event::emit(
            TokenOfferCanceled {
                marketplace,
                token_offer,
                purchaser,
                price,
                token_metadata,
                coin_type
            }
        );
    }

    /// Tells that a token was sold into an offer for it.
    public(friend) fun emit_token_offer_filled(
        marketplace: address,
        token_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64
    ) {
        event::emit(
            TokenOfferFilled {
                marketplace,
                token_offer,
                purchaser,
                seller,
                price,
                royalties,
                commission,
                token_metadata,
                coin_type,
                seller_received
            }
        );
    }

    /// Emits that a bidder offers for tokens of a collection.
    public(friend) fun emit_collection_offer_placed(
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        price: u64,
        token_amount: u64,
        collection_metadata: CollectionMetadata,
        coin_type: String,
        expiration_time: u64
    ) {
        event::emit(
            CollectionOfferPlaced {
                marketplace,
                collection_offer,
                purchaser,
                price,
                token_amount,
                collection_metadata,
                coin_type,
                expiration_time
            }
        );
    }

    /// Tells that an offer for tokens of a collection was taken back.
    public(friend) fun emit_collection_offer_canceled(
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        price: u64,
        remaining_token_amount: u64,
        collection_metadata: CollectionMetadata,
        coin_type: String
    ) {
        event::emit(
            CollectionOfferCanceled {
                marketplace,
                collection_offer,
                purchaser,
                price,
                remaining_token_amount,
                collection_metadata,
                coin_type
            }
        );
    }

    /// Tells that a token was sold into an offer for its collection.
    public(friend) fun emit_collection_offer_filled(
        marketplace: address,
        collection_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64,
        remaining_token_amount: u64
    ) {
        event::emit(
            CollectionOfferFilled {
                marketplace,
                collection_offer,
                purchaser,
                seller,
                price,
                royalties,
                commission,
                token_metadata,
                coin_type,
                seller_received,
                remaining_token_amount
            }
        );
    }

    /// Announces a deposit.
    public(friend) fun emit_pool_deposited(
        bidder: address,
        coin_type: String,
        amount: u64,
        balance: u64
    ) {
        event::emit(
            PoolDeposited {
                bidder,
                coin_type,
                amount,
                balance
            }
        );
    }

    /// Announces a withdrawal.
    public(friend) fun emit_pool_withdrawn(
        bidder: address,
        coin_type: String,
        amount: u64,
        balance: u64
    ) {
        event::emit(
            PoolWithdrawn {
                bidder,
                coin_type,
                amount,
                balance
            }
        );
    }

    /// Announces an offer that a pool pays.
    public(friend) fun emit_pool_offer_placed(
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        price: u64,
        token_amount: u64,
        collection_metadata: CollectionMetadata,
        root: vector<u8>,
        coin_type: String,
        expiration_time: u64
    ) {
        event::emit(
            PoolOfferPlaced {
                marketplace,
                pool_offer,
                purchaser,
                price,
                token_amount,
                collection_metadata,
                root,
                coin_type,
                expiration_time
            }
        );
    }

    /// Announces that an offer was cancelled.
    public(friend) fun emit_pool_offer_canceled(
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        price: u64,
        remaining_token_amount: u64,
        collection_metadata: CollectionMetadata,
        root: vector<u8>,
        coin_type: String
    ) {
        event::emit(
            PoolOfferCanceled {
                marketplace,
                pool_offer,
                purchaser,
                price,
                remaining_token_amount,
                collection_metadata,
                root,
                coin_type
            }
        );
    }

    /// Announces that a token was sold into an offer.
    public(friend) fun emit_pool_offer_filled(
        marketplace: address,
        pool_offer: address,
        purchaser: address,
        seller: address,
        price: u64,
        royalties: u64,
        commission: u64,
        token_metadata: TokenMetadata,
        coin_type: String,
        seller_received: u64,
        remaining_token_amount: u64,
        pool_balance: u64
    ) {
        event::emit(
            PoolOfferFilled {
                marketplace,
                pool_offer,
                purchaser,
                seller,
                price,
                royalties,
                commission,
                token_metadata,
                coin_type,
                seller_received,
                remaining_token_amount,
                pool_balance
            }
        );
    }
}
