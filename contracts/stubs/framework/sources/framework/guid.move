/// Numbers for event handles.
module aptos_framework::guid {
    friend aptos_framework::account;
    friend aptos_framework::object;

    struct GUID has drop, store {
        id: ID
    }

    struct ID has copy, drop, store {
        creation_num: u64,
        addr: address
    }

    public(friend) fun create(addr: address, creation_num_ref: &mut u64): GUID {
        let creation_num = *creation_num_ref;
        *creation_num_ref = creation_num + 1;
        GUID { id: ID { creation_num, addr } }
    }
}
