/// Sets of tokens as merkle roots: an offer stores 32 bytes, and a seller proves that a token is in the set.
/// Leaves of v1 tokens, leaves of v2 tokens and inner nodes are hashed under different tags, so that none can pass for another.
/// The two children of a node are hashed in ascending order: a proof is the list of siblings from the leaf up, without directions.
module marketplace::token_set {
    use std::bcs;
    use std::error;
    use std::hash;
    use std::string::String;
    use std::vector;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::Token;

    friend marketplace::pool_offer;

    /// The token is not in the set, or the proof is not its proof.
    const ENOT_IN_SET: u64 = 1;
    /// The proof is longer than that of any set.
    const EPROOF_TOO_LONG: u64 = 2;
    /// A root has 32 bytes.
    const EMALFORMED_ROOT: u64 = 3;

    const LEAF_OF_TOKENV2: u8 = 0;
    const LEAF_OF_TOKENV1: u8 = 1;
    const NODE: u8 = 2;
    const HASH_LENGTH: u64 = 32;
    /// Enough for four billion tokens.
    const MAX_PROOF_LENGTH: u64 = 32;

    /// Aborts unless `root` may be the root of a set.
    public(friend) fun require_root(root: &vector<u8>) {
        assert!(vector::length(root) == HASH_LENGTH, error::invalid_argument(EMALFORMED_ROOT));
    }

    /// Aborts unless `proof` leads from `leaf` to `root`.
    public(friend) fun require_member(root: &vector<u8>, leaf: vector<u8>, proof: &vector<vector<u8>>) {
        let length = vector::length(proof);
        assert!(length <= MAX_PROOF_LENGTH, error::invalid_argument(EPROOF_TOO_LONG));
        let hash = leaf;
        for (i in 0..length) {
            let sibling = vector::borrow(proof, i);
            assert!(vector::length(sibling) == HASH_LENGTH, error::invalid_argument(ENOT_IN_SET));
            hash = node(hash, *sibling);
        };
        assert!(&hash == root, error::invalid_argument(ENOT_IN_SET));
    }

    #[view]
    /// The leaf of a v2 token: sha2-256 of the tag 0 and its address.
    public fun leaf_of_tokenv2(token: Object<Token>): vector<u8> {
        leaf_of_object(object::object_address(&token))
    }

    #[view]
    /// The leaf of a v1 token: sha2-256 of the tag 1, the creator, the names of collection and token, and the property version, in BCS.
    public fun leaf_of_tokenv1(
        creator_address: address, collection_name: String, token_name: String, property_version: u64
    ): vector<u8> {
        let bytes = vector[LEAF_OF_TOKENV1];
        vector::append(&mut bytes, bcs::to_bytes(&creator_address));
        vector::append(&mut bytes, bcs::to_bytes(&collection_name));
        vector::append(&mut bytes, bcs::to_bytes(&token_name));
        vector::append(&mut bytes, bcs::to_bytes(&property_version));
        hash::sha2_256(bytes)
    }

    fun leaf_of_object(token: address): vector<u8> {
        let bytes = vector[LEAF_OF_TOKENV2];
        vector::append(&mut bytes, bcs::to_bytes(&token));
        hash::sha2_256(bytes)
    }

    /// The parent of two nodes: sha2-256 of the tag 2, the smaller and the larger of them.
    fun node(left: vector<u8>, right: vector<u8>): vector<u8> {
        let (first, second) = if (is_less(&left, &right)) (left, right) else (right, left);
        let bytes = vector[NODE];
        vector::append(&mut bytes, first);
        vector::append(&mut bytes, second);
        hash::sha2_256(bytes)
    }

    /// Compares two hashes byte by byte.
    fun is_less(left: &vector<u8>, right: &vector<u8>): bool {
        for (i in 0..HASH_LENGTH) {
            let (a, b) = (*vector::borrow(left, i), *vector::borrow(right, i));
            if (a != b) return a < b;
        };
        false
    }

    #[test_only]
    public fun leaf_of_object_for_test(token: address): vector<u8> {
        leaf_of_object(token)
    }

    #[test_only]
    public fun is_less_for_test(left: &vector<u8>, right: &vector<u8>): bool {
        is_less(left, right)
    }

    #[test_only]
    public fun node_for_test(left: vector<u8>, right: vector<u8>): vector<u8> {
        node(left, right)
    }
}
