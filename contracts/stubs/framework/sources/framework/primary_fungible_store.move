/// Fungible assets of accounts and objects, without store objects, freezing and dispatch.
module aptos_framework::primary_fungible_store {
    use std::error;
    use std::signer;
    use std::vector;
    use aptos_framework::account;
    use aptos_framework::object::{Self, Object};

    /// As `fungible_asset` says it.
    const EINSUFFICIENT_BALANCE: u64 = 4;

    /// At 0x1: who holds how much of what.
    struct Holdings has key {
        items: vector<Holding>
    }

    struct Holding has store {
        owner: address,
        metadata: address,
        amount: u64
    }

    #[view]
    public fun balance<T: key>(account: address, metadata: Object<T>): u64 acquires Holdings {
        amount_of(account, object::object_address(&metadata))
    }

    public entry fun transfer<T: key>(
        sender: &signer, metadata: Object<T>, recipient: address, amount: u64
    ) acquires Holdings {
        let (from, of) = (signer::address_of(sender), object::object_address(&metadata));
        let has = amount_of(from, of);
        assert!(has >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        set(from, of, has - amount);
        let has = amount_of(recipient, of);
        set(recipient, of, has + amount);
    }

    fun amount_of(owner: address, metadata: address): u64 acquires Holdings {
        if (!exists<Holdings>(@0x1)) return 0;
        let items = &borrow_global<Holdings>(@0x1).items;
        for (i in 0..vector::length(items)) {
            let item = vector::borrow(items, i);
            if (item.owner == owner && item.metadata == metadata) return item.amount;
        };
        0
    }

    fun set(owner: address, metadata: address, amount: u64) acquires Holdings {
        if (!exists<Holdings>(@0x1)) {
            move_to(&account::create_signer(@0x1), Holdings { items: vector::empty() });
        };
        let items = &mut borrow_global_mut<Holdings>(@0x1).items;
        for (i in 0..vector::length(items)) {
            let item = vector::borrow_mut(items, i);
            if (item.owner == owner && item.metadata == metadata) {
                item.amount = amount;
                return
            };
        };
        vector::push_back(items, Holding { owner, metadata, amount });
    }

    #[test_only]
    public fun mint_for_test<T: key>(owner: address, metadata: Object<T>, amount: u64) acquires Holdings {
        set(owner, object::object_address(&metadata), amount);
    }
}
