/// Facts about the running transaction.
module aptos_framework::transaction_context {
    native fun generate_unique_address(): address;

    public fun generate_auid_address(): address {
        generate_unique_address()
    }
}
