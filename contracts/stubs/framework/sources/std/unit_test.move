#[test_only]
/// The test runner's own module.
module std::unit_test {
    native public fun create_signers_for_testing(num_signers: u64): vector<signer>;
}
