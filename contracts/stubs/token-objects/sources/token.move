/// Object tokens.
module aptos_token_objects::token {
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use std::vector;
    use aptos_framework::object::{Self, ConstructorRef, DeleteRef, Object};
    use aptos_token_objects::collection::{Self, Collection};
    use aptos_token_objects::royalty::{Self, Royalty};

    struct Token has key {
        collection: Object<Collection>,
        description: String,
        name: String,
        uri: String
    }

    struct BurnRef has drop, store {
        inner: Option<DeleteRef>,
        self: Option<address>
    }

    public fun create(
        creator: &signer,
        collection_name: String,
        description: String,
        name: String,
        royalty: Option<Royalty>,
        uri: String
    ): ConstructorRef {
        let ref = object::create_object(signer::address_of(creator));
        init(creator, &ref, collection_name, description, name, royalty, uri);
        ref
    }

    /// The object has an address of its name, so it outlives a token that is burnt.
    public fun create_named_token(
        creator: &signer,
        collection_name: String,
        description: String,
        name: String,
        royalty: Option<Royalty>,
        uri: String
    ): ConstructorRef {
        let seed = *string::bytes(&collection_name);
        vector::append(&mut seed, b"::");
        vector::append(&mut seed, *string::bytes(&name));
        let ref = object::create_named_object(creator, seed);
        init(creator, &ref, collection_name, description, name, royalty, uri);
        ref
    }

    fun init(
        creator: &signer,
        ref: &ConstructorRef,
        collection_name: String,
        description: String,
        name: String,
        royalty: Option<Royalty>,
        uri: String
    ) {
        let collection_address =
            object::create_object_address(&signer::address_of(creator), *string::bytes(&collection_name));
        move_to(
            &object::generate_signer(ref),
            Token {
                collection: object::address_to_object<Collection>(collection_address),
                description,
                name,
                uri
            }
        );
        if (option::is_some(&royalty)) royalty::init(ref, option::extract(&mut royalty));
    }

    public fun generate_burn_ref(ref: &ConstructorRef): BurnRef {
        if (object::can_generate_delete_ref(ref)) {
            BurnRef { inner: option::some(object::generate_delete_ref(ref)), self: option::none() }
        } else {
            BurnRef { inner: option::none(), self: option::some(object::address_from_constructor_ref(ref)) }
        }
    }

    public fun burn(burn_ref: BurnRef) acquires Token {
        let BurnRef { inner, self } = burn_ref;
        if (option::is_none(&inner)) {
            option::destroy_none(inner);
            remove(option::destroy_some(self));
        } else {
            let delete_ref = option::destroy_some(inner);
            remove(object::address_from_delete_ref(&delete_ref));
            object::delete(delete_ref);
        }
    }

    fun remove(token: address) acquires Token {
        if (royalty::exists_at(token)) royalty::delete(token);
        let Token { collection: _, description: _, name: _, uri: _ } = move_from<Token>(token);
    }

    #[view]
    public fun creator<T: key>(token: Object<T>): address acquires Token {
        collection::creator(collection_object(token))
    }

    #[view]
    public fun collection_name<T: key>(token: Object<T>): String acquires Token {
        collection::name(collection_object(token))
    }

    #[view]
    public fun collection_object<T: key>(token: Object<T>): Object<Collection> acquires Token {
        borrow_global<Token>(object::object_address(&token)).collection
    }

    #[view]
    public fun name<T: key>(token: Object<T>): String acquires Token {
        borrow_global<Token>(object::object_address(&token)).name
    }

    #[view]
    /// The token's own royalty, else that of the collection which its creator and the collection's *present* name make up:
    /// so it is on mainnet and testnet, where it aborts once the collection was renamed.
    public fun royalty<T: key>(token: Object<T>): Option<Royalty> acquires Token {
        let own = royalty::get(token);
        if (option::is_some(&own)) return own;
        let named = object::create_object_address(&creator(token), *string::bytes(&collection_name(token)));
        royalty::get(object::address_to_object<Collection>(named))
    }
}
