/// A creator's share of a sale.
module aptos_token_objects::royalty {
    use std::error;
    use std::option::{Self, Option};
    use aptos_framework::object::{Self, ConstructorRef, ExtendRef, Object};

    friend aptos_token_objects::token;

    /// The numerator exceeds the denominator.
    const EROYALTY_EXCEEDS_MAXIMUM: u64 = 2;
    /// The denominator is zero.
    const EROYALTY_DENOMINATOR_IS_ZERO: u64 = 3;

    struct Royalty has copy, drop, key {
        numerator: u64,
        denominator: u64,
        payee_address: address
    }

    struct MutatorRef has drop, store {
        inner: ExtendRef
    }

    public fun init(ref: &ConstructorRef, royalty: Royalty) {
        move_to(&object::generate_signer(ref), royalty);
    }

    public fun create(numerator: u64, denominator: u64, payee_address: address): Royalty {
        assert!(denominator != 0, error::out_of_range(EROYALTY_DENOMINATOR_IS_ZERO));
        assert!(numerator <= denominator, error::out_of_range(EROYALTY_EXCEEDS_MAXIMUM));
        Royalty { numerator, denominator, payee_address }
    }

    public fun generate_mutator_ref(ref: ExtendRef): MutatorRef {
        MutatorRef { inner: ref }
    }

    public fun update(mutator_ref: &MutatorRef, royalty: Royalty) acquires Royalty {
        let at = object::address_from_extend_ref(&mutator_ref.inner);
        if (exists<Royalty>(at)) { move_from<Royalty>(at); };
        move_to(&object::generate_signer_for_extending(&mutator_ref.inner), royalty);
    }

    public fun exists_at(addr: address): bool {
        exists<Royalty>(addr)
    }

    public(friend) fun delete(addr: address) acquires Royalty {
        assert!(exists<Royalty>(addr), error::not_found(1));
        move_from<Royalty>(addr);
    }

    public fun get<T: key>(maybe_royalty: Object<T>): Option<Royalty> acquires Royalty {
        let object = object::object_address(&maybe_royalty);
        if (exists<Royalty>(object)) option::some(*borrow_global<Royalty>(object)) else option::none()
    }

    public fun denominator(self: &Royalty): u64 {
        self.denominator
    }

    public fun numerator(self: &Royalty): u64 {
        self.numerator
    }

    public fun payee_address(self: &Royalty): address {
        self.payee_address
    }
}
