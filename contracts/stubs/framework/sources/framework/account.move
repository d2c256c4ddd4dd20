/// Accounts, as far as signers are concerned.
module aptos_framework::account {
    friend aptos_framework::aptos_account;
    friend aptos_framework::object;
    friend aptos_framework::primary_fungible_store;

    /// The test VM keeps this native here; the framework keeps it in `0x1::create_signer`.
    native public(friend) fun create_signer(addr: address): signer;

    #[test_only]
    /// A signer for any address.
    public fun create_signer_for_test(addr: address): signer {
        create_signer(addr)
    }
}
