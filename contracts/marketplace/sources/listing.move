/// The common part of all kinds of sales: the escrow of one token, its seller, its marketplace, and its royalty.
/// A v2 token is owned by the listing object while it is for sale; a v1 token lies in a container that is. The listing object
/// itself is owned by nobody: a chain of ownership from the token to the seller would let the seller act as its owner.
module marketplace::listing {
    use std::error;
    use std::option;
    use std::signer;
    use std::string::{Self, String};
    use aptos_framework::object::{Self, ConstructorRef, DeleteRef, ExtendRef, Object, ObjectCore};
    use aptos_framework::primary_fungible_store;
    use aptos_token::token::{Self as tokenv1, Token as TokenV1, TokenId};
    use aptos_token_objects::royalty;
    use aptos_token_objects::token::{Self as tokenv2, Token as TokenV2};
    use marketplace::events::{Self, TokenMetadata};
    use marketplace::fee_schedule::{Self, FeeSchedule, Rate};

    friend marketplace::coin_listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;
    friend marketplace::pool_offer;

    /// There exists no listing.
    const ENO_LISTING: u64 = 1;
    /// The entity is not the seller.
    const ENOT_SELLER: u64 = 5;
    /// That is not something sent to the listing in addition to its token.
    const ENOT_BESIDE_TOKEN: u64 = 6;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// One token for sale.
    struct Listing has key {
        /// The token, or for a v1 token its container.
        object: Object<ObjectCore>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        terms: Terms,
        /// Was its price taken away because the token could not be given back?
        is_suspended: bool,
        delete_ref: DeleteRef,
        /// Signs for the listing to give the token up again.
        extend_ref: ExtendRef
    }

    /// Terms when the listing was placed; they can only improve for the seller. Later versions of the package add
    /// variants.
    enum Terms has copy, drop, store {
        V1 { commission: Rate, royalty: Rate }
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
    ): ConstructorRef acquires TokenV1Container {
        let constructor_ref = create_fixed_object(@0x0);
        let listing_signer = object::generate_signer(&constructor_ref);
        let (_payee, royalty) = royalty_rate(object);
        move_to(
            &listing_signer,
            Listing {
                object,
                seller: signer::address_of(seller),
                fee_schedule,
                terms: Terms::V1 { commission: fee_schedule::rate(fee_schedule), royalty },
                is_suspended: false,
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
        let (escrowed, listing_signer, delete_ref) = take(listing);
        if (exists<TokenV1Container>(object::object_address(&escrowed))) {
            give_tokenv1(recipient, escrowed);
        } else {
            object::transfer(&listing_signer, escrowed, signer::address_of(recipient));
        };
        object::delete(delete_ref);
    }

    /// As `close` for the seller, also when the token is gone: burnt, or pulled out by its creator.
    public(friend) fun abandon(seller: &signer, listing: Object<Listing>) acquires Listing, TokenV1Container {
        let is_movable = is_movable(listing);
        let (escrowed, listing_signer, delete_ref) = take(listing);
        if (exists<TokenV1Container>(object::object_address(&escrowed))) {
            give_tokenv1(seller, escrowed);
        } else if (is_movable) {
            object::transfer(&listing_signer, escrowed, signer::address_of(seller));
        };
        object::delete(delete_ref);
    }

    /// Marks a listing whose token can not be moved at present: it holds the token on, without a price.
    public(friend) fun suspend(listing: Object<Listing>) acquires Listing {
        Listing[object::object_address(&listing)].is_suspended = true;
    }

    /// Gives the seller an object that was sent to the listing, in addition to its token. What the *token* owns is not the seller's.
    /// Only while the listing is open: a sale deletes it, and what is still there then is lost.
    public entry fun reclaim_object(
        seller: &signer, listing: Object<Listing>, object: Object<ObjectCore>
    ) acquires Listing {
        require_seller(seller, listing);
        let open = borrow(listing);
        assert!(
            object != open.object && object::is_owner(object, object::object_address(&listing)),
            error::invalid_argument(ENOT_BESIDE_TOKEN)
        );
        let listing_signer = object::generate_signer_for_extending(&open.extend_ref);
        object::transfer(&listing_signer, object, signer::address_of(seller));
    }

    /// Gives the seller what was sent to the listing of a fungible asset, or of the coin that is one; while it is open, as above.
    public entry fun reclaim_fungible<Metadata: key>(
        seller: &signer, listing: Object<Listing>, metadata: Object<Metadata>
    ) acquires Listing {
        require_seller(seller, listing);
        let listing_signer = object::generate_signer_for_extending(&borrow(listing).extend_ref);
        let amount = primary_fungible_store::balance(object::object_address(&listing), metadata);
        primary_fungible_store::transfer(&listing_signer, metadata, signer::address_of(seller), amount);
    }

    /// An object that nobody can hand on.
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
    /// The marketplace whose fees hold.
    public fun fee_schedule(listing: Object<Listing>): Object<FeeSchedule> acquires Listing {
        borrow(listing).fee_schedule
    }

    #[view]
    /// Is the token there, and can it be moved? Its creator may have burnt it, pulled it out, or frozen it.
    public fun is_deliverable(listing: Object<Listing>): bool acquires Listing {
        let escrowed = object::object_address(&borrow(listing).object);
        exists<TokenV1Container>(escrowed) || (object::object_exists<TokenV2>(escrowed) && is_movable(listing))
    }

    #[view]
    /// Does the listing hold its token, but may not move it? The object that a burnt token leaves behind is no token.
    public fun is_frozen(listing: Object<Listing>): bool acquires Listing {
        let escrowed = object::object_address(&borrow(listing).object);
        object::object_exists<TokenV2>(escrowed) && holds_token(listing) && !is_movable(listing)
    }

    #[view]
    /// Did its price fall away because the token could not be given back?
    public fun is_suspended(listing: Object<Listing>): bool acquires Listing {
        borrow(listing).is_suspended
    }

    #[view]
    /// Returns the marketplace's commission on a sale at `amount`, by the lower of its current rate and that when the listing was placed.
    public fun compute_commission(listing: Object<Listing>, amount: u64): u64 acquires Listing {
        let open = borrow(listing);
        fee_schedule::commission_of_order(open.fee_schedule, &open.terms.commission, amount)
    }

    #[view]
    /// Who receives how much of `amount` as royalty, rounded down: the lower of its rate now and when the listing was placed;
    /// `@0x0` and 0 when nobody does.
    public fun compute_royalty(listing: Object<Listing>, amount: u64): (address, u64) acquires Listing, TokenV1Container {
        let open = borrow(listing);
        let (payee, rate) = royalty_rate(open.object);
        let (now, then) = (fee_schedule::part_of(&rate, amount), fee_schedule::part_of(&open.terms.royalty, amount));
        (payee, if (now < then) now else then)
    }

    #[view]
    /// Names the token, as events do; also when it was burnt.
    public fun token_metadata(listing: Object<Listing>): TokenMetadata acquires Listing, TokenV1Container {
        let object = borrow(listing).object;
        let escrowed = object::object_address(&object);
        if (exists<TokenV1Container>(escrowed)) {
            events::token_metadata_for_tokenv1(contained_id(escrowed))
        } else if (object::object_exists<TokenV2>(escrowed)) {
            events::token_metadata_for_tokenv2(object::convert<ObjectCore, TokenV2>(object))
        } else {
            events::token_metadata_for_burned_token(string::utf8(b" burned"))
        }
    }

    /// Royalty of a v1 token. A denominator of 0 means none.
    public(friend) fun royalty_of_tokenv1(token_id: TokenId, amount: u64): (address, u64) {
        let (payee, rate) = rate_of_tokenv1(token_id);
        (payee, fee_schedule::part_of(&rate, amount))
    }

    /// Royalty of a v2 token: its own, else its collection's.
    public(friend) fun royalty_of_tokenv2(token: Object<TokenV2>, amount: u64): (address, u64) {
        let (payee, rate) = rate_of_tokenv2(token);
        (payee, fee_schedule::part_of(&rate, amount))
    }

    fun royalty_rate(object: Object<ObjectCore>): (address, Rate) acquires TokenV1Container {
        let at = object::object_address(&object);
        if (exists<TokenV1Container>(at)) rate_of_tokenv1(contained_id(at))
        else rate_of_tokenv2(object::convert<ObjectCore, TokenV2>(object))
    }

    fun rate_of_tokenv1(token_id: TokenId): (address, Rate) {
        let royalty = tokenv1::get_royalty(token_id);
        let numerator = tokenv1::get_royalty_numerator(&royalty);
        let denominator = tokenv1::get_royalty_denominator(&royalty);
        (tokenv1::get_royalty_payee(&royalty), fee_schedule::fraction(numerator, denominator))
    }

    /// `token::royalty` would find the collection by its name, and abort when that was changed.
    fun rate_of_tokenv2(token: Object<TokenV2>): (address, Rate) {
        let royalty = royalty::get(token);
        if (option::is_none(&royalty)) royalty = royalty::get(tokenv2::collection_object(token));
        if (option::is_none(&royalty)) return (@0x0, fee_schedule::fraction(0, 1));
        let royalty = option::destroy_some(royalty);
        let rate = fee_schedule::fraction(royalty::numerator(&royalty), royalty::denominator(&royalty));
        (royalty::payee_address(&royalty), rate)
    }

    /// Takes the listing apart; what it held is to be given on, and the object deleted.
    fun take(listing: Object<Listing>): (Object<ObjectCore>, signer, DeleteRef) acquires Listing {
        let at = object::object_address(&listing);
        assert!(exists<Listing>(at), error::not_found(ENO_LISTING));
        let Listing { object, seller: _, fee_schedule: _, terms: _, is_suspended: _, delete_ref, extend_ref } =
            move_from<Listing>(at);
        (object, object::generate_signer_for_extending(&extend_ref), delete_ref)
    }

    fun give_tokenv1(recipient: &signer, container: Object<ObjectCore>) acquires TokenV1Container {
        let TokenV1Container { token, delete_ref } =
            move_from<TokenV1Container>(object::object_address(&container));
        tokenv1::deposit_token(recipient, token);
        object::delete(delete_ref);
    }

    /// Is the listed object there, and the listing's own?
    fun holds_token(listing: Object<Listing>): bool acquires Listing {
        let object = borrow(listing).object;
        object::is_object(object::object_address(&object))
            && object::is_owner(object, object::object_address(&listing))
    }

    /// Can the listing give the listed object to somebody?
    fun is_movable(listing: Object<Listing>): bool acquires Listing {
        holds_token(listing) && object::ungated_transfer_allowed(borrow(listing).object)
    }

    fun require_seller(seller: &signer, listing: Object<Listing>) acquires Listing {
        assert!(
            borrow(listing).seller == signer::address_of(seller), error::permission_denied(ENOT_SELLER)
        );
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
