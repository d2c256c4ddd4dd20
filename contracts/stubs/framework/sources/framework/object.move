/// Objects: addresses with an owner. The permission and untransferable features are left out.
module aptos_framework::object {
    use std::bcs;
    use std::error;
    use std::hash;
    use std::signer;
    use std::vector;
    use aptos_std::from_bcs;
    use aptos_framework::account;
    use aptos_framework::event;
    use aptos_framework::transaction_context;

    /// There already is an object here.
    const EOBJECT_EXISTS: u64 = 1;
    /// There is no object here.
    const EOBJECT_DOES_NOT_EXIST: u64 = 2;
    /// The object does not allow its owner to move it.
    const ENO_UNGATED_TRANSFERS: u64 = 3;
    /// The caller does not own the object.
    const ENOT_OBJECT_OWNER: u64 = 4;
    /// The object can not be deleted.
    const ECANNOT_DELETE: u64 = 5;
    /// More owners of owners than are followed.
    const EMAXIMUM_NESTING: u64 = 6;
    /// The resource is not at this object.
    const ERESOURCE_DOES_NOT_EXIST: u64 = 7;

    const MAXIMUM_OBJECT_NESTING: u8 = 8;
    const OBJECT_FROM_SEED_ADDRESS_SCHEME: u8 = 0xFE;

    struct ObjectCore has key {
        owner: address,
        allow_ungated_transfer: bool
    }

    #[resource_group(scope = global)]
    struct ObjectGroup {}

    struct Object<phantom T> has copy, drop, store {
        inner: address
    }

    struct ConstructorRef has drop {
        self: address,
        can_delete: bool
    }

    struct DeleteRef has drop, store {
        self: address
    }

    struct ExtendRef has drop, store {
        self: address
    }

    struct TransferRef has drop, store {
        self: address
    }

    struct LinearTransferRef has drop {
        self: address,
        owner: address
    }

    #[event]
    struct Transfer has drop, store {
        object: address,
        from: address,
        to: address
    }

    native fun exists_at<T: key>(object: address): bool;

    public fun address_to_object<T: key>(object: address): Object<T> {
        assert!(exists<ObjectCore>(object), error::not_found(EOBJECT_DOES_NOT_EXIST));
        assert!(exists_at<T>(object), error::not_found(ERESOURCE_DOES_NOT_EXIST));
        Object<T> { inner: object }
    }

    public fun is_object(object: address): bool {
        exists<ObjectCore>(object)
    }

    public fun object_exists<T: key>(object: address): bool {
        exists<ObjectCore>(object) && exists_at<T>(object)
    }

    public fun object_address<T: key>(self: &Object<T>): address {
        self.inner
    }

    public fun convert<X: key, Y: key>(self: Object<X>): Object<Y> {
        address_to_object<Y>(self.inner)
    }

    public fun create_object_address(source: &address, seed: vector<u8>): address {
        let bytes = bcs::to_bytes(source);
        vector::append(&mut bytes, seed);
        vector::push_back(&mut bytes, OBJECT_FROM_SEED_ADDRESS_SCHEME);
        from_bcs::to_address(hash::sha3_256(bytes))
    }

    public fun create_object(owner_address: address): ConstructorRef {
        create_at(owner_address, transaction_context::generate_auid_address(), true)
    }

    public fun create_named_object(creator: &signer, seed: vector<u8>): ConstructorRef {
        let creator_address = signer::address_of(creator);
        create_at(creator_address, create_object_address(&creator_address, seed), false)
    }

    fun create_at(owner: address, object: address, can_delete: bool): ConstructorRef {
        assert!(!exists<ObjectCore>(object), error::already_exists(EOBJECT_EXISTS));
        move_to(&account::create_signer(object), ObjectCore { owner, allow_ungated_transfer: true });
        ConstructorRef { self: object, can_delete }
    }

    public fun address_from_constructor_ref(self: &ConstructorRef): address {
        self.self
    }

    public fun object_from_constructor_ref<T: key>(self: &ConstructorRef): Object<T> {
        address_to_object<T>(self.self)
    }

    public fun can_generate_delete_ref(self: &ConstructorRef): bool {
        self.can_delete
    }

    public fun generate_delete_ref(self: &ConstructorRef): DeleteRef {
        assert!(self.can_delete, error::permission_denied(ECANNOT_DELETE));
        DeleteRef { self: self.self }
    }

    public fun generate_extend_ref(self: &ConstructorRef): ExtendRef {
        ExtendRef { self: self.self }
    }

    public fun generate_transfer_ref(self: &ConstructorRef): TransferRef {
        TransferRef { self: self.self }
    }

    public fun generate_signer(self: &ConstructorRef): signer {
        account::create_signer(self.self)
    }

    public fun generate_signer_for_extending(self: &ExtendRef): signer {
        account::create_signer(self.self)
    }

    public fun address_from_delete_ref(self: &DeleteRef): address {
        self.self
    }

    public fun address_from_extend_ref(self: &ExtendRef): address {
        self.self
    }

    public fun object_from_delete_ref<T: key>(self: &DeleteRef): Object<T> {
        address_to_object<T>(self.self)
    }

    public fun delete(self: DeleteRef) acquires ObjectCore {
        let ObjectCore { owner: _, allow_ungated_transfer: _ } = move_from<ObjectCore>(self.self);
    }

    public fun disable_ungated_transfer(self: &TransferRef) acquires ObjectCore {
        borrow_global_mut<ObjectCore>(self.self).allow_ungated_transfer = false;
    }

    public fun enable_ungated_transfer(self: &TransferRef) acquires ObjectCore {
        borrow_global_mut<ObjectCore>(self.self).allow_ungated_transfer = true;
    }

    public fun generate_linear_transfer_ref(self: &TransferRef): LinearTransferRef acquires ObjectCore {
        LinearTransferRef { self: self.self, owner: owner_at(self.self) }
    }

    public fun transfer_with_ref(self: LinearTransferRef, to: address) acquires ObjectCore {
        let core = borrow_global_mut<ObjectCore>(self.self);
        assert!(core.owner == self.owner, error::permission_denied(ENOT_OBJECT_OWNER));
        move_core(core, self.self, to);
    }

    public entry fun transfer<T: key>(owner: &signer, object: Object<T>, to: address) acquires ObjectCore {
        transfer_raw(owner, object.inner, to)
    }

    public fun transfer_raw(owner: &signer, object: address, to: address) acquires ObjectCore {
        verify_ungated_and_descendant(signer::address_of(owner), object);
        move_core(borrow_global_mut<ObjectCore>(object), object, to);
    }

    fun move_core(core: &mut ObjectCore, object: address, to: address) {
        if (core.owner != to) {
            event::emit(Transfer { object, from: core.owner, to });
            core.owner = to;
        }
    }

    /// The owner may own the object through other objects, none of which may forbid moving.
    fun verify_ungated_and_descendant(owner: address, destination: address) acquires ObjectCore {
        assert!(exists<ObjectCore>(destination), error::not_found(EOBJECT_DOES_NOT_EXIST));
        let current = destination;
        let depth: u8 = 0;
        loop {
            // The owner of the first object is more likely an account than an object.
            assert!(exists<ObjectCore>(current), error::permission_denied(ENOT_OBJECT_OWNER));
            let core = borrow_global<ObjectCore>(current);
            assert!(core.allow_ungated_transfer, error::permission_denied(ENO_UNGATED_TRANSFERS));
            if (core.owner == owner) return;
            depth = depth + 1;
            assert!(depth < MAXIMUM_OBJECT_NESTING, error::out_of_range(EMAXIMUM_NESTING));
            current = core.owner;
        }
    }

    public fun ungated_transfer_allowed<T: key>(self: Object<T>): bool acquires ObjectCore {
        borrow_global<ObjectCore>(self.inner).allow_ungated_transfer
    }

    #[view]
    public fun owner<T: key>(self: Object<T>): address acquires ObjectCore {
        owner_at(self.inner)
    }

    #[view]
    public fun is_owner<T: key>(self: Object<T>, owner: address): bool acquires ObjectCore {
        owner(self) == owner
    }

    #[view]
    /// Through any number of objects, whether they may be moved or not.
    public fun owns<T: key>(self: Object<T>, owner: address): bool acquires ObjectCore {
        let current = self.inner;
        if (current == owner) return true;
        let depth: u8 = 0;
        while (exists<ObjectCore>(current)) {
            assert!(depth < MAXIMUM_OBJECT_NESTING, error::out_of_range(EMAXIMUM_NESTING));
            current = borrow_global<ObjectCore>(current).owner;
            if (current == owner) return true;
            depth = depth + 1;
        };
        false
    }

    #[view]
    /// The account, or the address without an object, at the end of the chain of owners.
    public fun root_owner<T: key>(self: Object<T>): address acquires ObjectCore {
        let current = self.inner;
        while (exists<ObjectCore>(current)) current = borrow_global<ObjectCore>(current).owner;
        current
    }

    fun owner_at(object: address): address acquires ObjectCore {
        assert!(exists<ObjectCore>(object), error::not_found(EOBJECT_DOES_NOT_EXIST));
        borrow_global<ObjectCore>(object).owner
    }
}
