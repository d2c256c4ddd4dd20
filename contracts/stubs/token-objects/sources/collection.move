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

    #[view]
    public fun creator<T: key>(collection: Object<T>): address acquires Collection {
        borrow_global<Collection>(object::object_address(&collection)).creator
    }

    #[view]
    public fun name<T: key>(collection: Object<T>): String acquires Collection {
        borrow_global<Collection>(object::object_address(&collection)).name
    }
}
