/// Collections of object tokens.
module aptos_token_objects::collection {
    use std::option::{Self, Option};
    use std::string::{Self, String};
    use aptos_framework::object::{Self, ConstructorRef, Object};
    use aptos_token_objects::royalty::{Self, Royalty};

    struct Collection has key {
        creator: address,
        description: String,
        name: String,
        uri: String
    }

    struct MutatorRef has drop, store {
        self: address
    }

    public fun create_unlimited_collection(
        creator: &signer, description: String, name: String, royalty: Option<Royalty>, uri: String
    ): ConstructorRef {
        let ref = object::create_named_object(creator, *string::bytes(&name));
        move_to(
            &object::generate_signer(&ref),
            Collection { creator: std::signer::address_of(creator), description, name, uri }
        );
        if (option::is_some(&royalty)) royalty::init(&ref, option::extract(&mut royalty));
        ref
    }

    public fun generate_mutator_ref(ref: &ConstructorRef): MutatorRef {
        MutatorRef { self: object::address_from_constructor_ref(ref) }
    }

    public fun set_name(mutator_ref: &MutatorRef, name: String) acquires Collection {
        borrow_global_mut<Collection>(mutator_ref.self).name = name;
    }

    #[view]
    public fun creator<T: key>(collection: Object<T>): address acquires Collection {
        borrow_global<Collection>(object::object_address(&collection)).creator
    }

    #[view]
    public fun name<T: key>(collection: Object<T>): String acquires Collection {
        borrow_global<Collection>(object::object_address(&collection)).name
    }
}
