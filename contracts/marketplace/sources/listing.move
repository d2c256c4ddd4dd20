/// What every kind of sale shares: the escrow of one token, its seller, its venue, and its royalty.
/// A v2 token is owned by the listing object while it is for sale; a v1 token lies in a container that is.
module marketplace::listing {
    use std::error;
    use std::option;
    use std::signer;
    use std::string::String;
    use aptos_framework::object::{Self, ConstructorRef, DeleteRef, ExtendRef, Object, ObjectCore};
    use aptos_token::token::{Self as tokenv1, Token as TokenV1, TokenId};
    use aptos_token_objects::royalty;
    use aptos_token_objects::token::{Self as tokenv2, Token as TokenV2};
    use marketplace::events::{Self, TokenMetadata};
    use marketplace::fee_schedule::FeeSchedule;

    friend marketplace::coin_listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;

    /// There exists no listing.
    const ENO_LISTING: u64 = 1;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// One token for sale.
    struct Listing has key {
        /// The token, or for a v1 token its container.
        object: Object<ObjectCore>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        delete_ref: DeleteRef,
        /// Signs for the listing to give the token up again.
        extend_ref: ExtendRef
    }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Holds one v1 token while it is for sale.
    struct TokenV1Container has key {
        token: TokenV1,
        delete_ref: DeleteRef
    }

    /// Takes `object` from the seller and makes the listing that owns it. The sale module adds its price.
    public(friend) fun init(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>
    ): ConstructorRef {
        let constructor_ref = create_fixed_object(signer::address_of(seller));
        let listing_signer = object::generate_signer(&constructor_ref);
        move_to(
            &listing_signer,
            Listing {
                object,
                seller: signer::address_of(seller),
                fee_schedule,
                delete_ref: object::generate_delete_ref(&constructor_ref),
                extend_ref: object::generate_extend_ref(&constructor_ref)
            }
        );
        object::transfer(seller, object, signer::address_of(&listing_signer));
        constructor_ref
    }

    /// Takes a v1 token out of the seller's store into a container of its own.
    public(friend) fun contain_tokenv1(
        seller: &signer,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ): Object<ObjectCore> {
        let token_id = tokenv1::create_token_id_raw(creator, collection, name, property_version);
        let token = tokenv1::withdraw_token(seller, token_id, 1);
        let constructor_ref = object::create_object(signer::address_of(seller));
        move_to(
            &object::generate_signer(&constructor_ref),
            TokenV1Container { token, delete_ref: object::generate_delete_ref(&constructor_ref) }
        );
        object::object_from_constructor_ref<ObjectCore>(&constructor_ref)
    }

    /// Ends a listing: the token goes to `recipient`, who signed, and the listing is deleted.
    public(friend) fun close(recipient: &signer, listing: Object<Listing>) acquires Listing, TokenV1Container {
        let at = object::object_address(&listing);
        assert!(exists<Listing>(at), error::not_found(ENO_LISTING));
        let Listing { object, seller: _, fee_schedule: _, delete_ref, extend_ref } = move_from<Listing>(at);
        let escrowed = object::object_address(&object);
        let listing_signer = object::generate_signer_for_extending(&extend_ref);
        if (exists<TokenV1Container>(escrowed)) {
            let TokenV1Container { token, delete_ref } = move_from<TokenV1Container>(escrowed);
            tokenv1::deposit_token(recipient, token);
            object::delete(delete_ref);
        } else {
            object::transfer(&listing_signer, object, signer::address_of(recipient));
        };
        object::delete(delete_ref);
    }

    /// An object that nobody can hand on: who placed the order stays its owner.
    public(friend) fun create_fixed_object(owner: address): ConstructorRef {
        let constructor_ref = object::create_object(owner);
        object::disable_ungated_transfer(&object::generate_transfer_ref(&constructor_ref));
        constructor_ref
    }

    #[view]
    /// Receives the money, or the token when the sale is ended.
    public fun seller(listing: Object<Listing>): address acquires Listing {
        borrow(listing).seller
    }

    #[view]
    /// The token, or for a v1 token its container.
    public fun listed_object(listing: Object<Listing>): Object<ObjectCore> acquires Listing {
        borrow(listing).object
    }

    #[view]
    /// The venue whose fees hold.
    public fun fee_schedule(listing: Object<Listing>): Object<FeeSchedule> acquires Listing {
        borrow(listing).fee_schedule
    }

    #[view]
    /// Who receives how much of `amount` as royalty, rounded down; `@0x0` and 0 when nobody does.
    public fun compute_royalty(listing: Object<Listing>, amount: u64): (address, u64) acquires Listing, TokenV1Container {
        let object = borrow(listing).object;
        let escrowed = object::object_address(&object);
        if (exists<TokenV1Container>(escrowed)) {
            royalty_of_tokenv1(contained_id(escrowed), amount)
        } else {
            royalty_of_tokenv2(object::convert<ObjectCore, TokenV2>(object), amount)
        }
    }

    #[view]
    /// Names the token, as events do.
    public fun token_metadata(listing: Object<Listing>): TokenMetadata acquires Listing, TokenV1Container {
        let object = borrow(listing).object;
        let escrowed = object::object_address(&object);
        if (exists<TokenV1Container>(escrowed)) {
            events::token_metadata_for_tokenv1(contained_id(escrowed))
        } else {
            events::token_metadata_for_tokenv2(object::convert<ObjectCore, TokenV2>(object))
        }
    }

    /// Royalty of a v1 token. A denominator of 0 means none.
    public(friend) fun royalty_of_tokenv1(token_id: TokenId, amount: u64): (address, u64) {
        let royalty = tokenv1::get_royalty(token_id);
        let numerator = tokenv1::get_royalty_numerator(&royalty);
        let denominator = tokenv1::get_royalty_denominator(&royalty);
        (tokenv1::get_royalty_payee(&royalty), bounded_percentage(amount, numerator, denominator))
    }

    /// Royalty of a v2 token: its own, else its collection's. `token::royalty` finds the collection by its name, and
    /// aborts when that was changed.
    public(friend) fun royalty_of_tokenv2(token: Object<TokenV2>, amount: u64): (address, u64) {
        let royalty = royalty::get(token);
        if (option::is_none(&royalty)) royalty = royalty::get(tokenv2::collection_object(token));
        if (option::is_none(&royalty)) return (@0x0, 0);
        let royalty = option::destroy_some(royalty);
        let part = bounded_percentage(amount, royalty::numerator(&royalty), royalty::denominator(&royalty));
        (royalty::payee_address(&royalty), part)
    }

    /// `amount * numerator / denominator` rounded down, never more than `amount`, 0 without a denominator.
    fun bounded_percentage(amount: u64, numerator: u64, denominator: u64): u64 {
        if (denominator == 0) return 0;
        let part = (amount as u128) * (numerator as u128) / (denominator as u128);
        if (part > (amount as u128)) amount else (part as u64)
    }

    fun contained_id(container: address): TokenId acquires TokenV1Container {
        tokenv1::get_token_id(&TokenV1Container[container].token)
    }

    inline fun borrow(listing: Object<Listing>): &Listing acquires Listing {
        let at = object::object_address(&listing);
        assert!(exists<Listing>(at), error::not_found(ENO_LISTING));
        &Listing[at]
    }
}
