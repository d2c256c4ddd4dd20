/// The native coin's type.
module aptos_framework::aptos_coin {
    struct AptosCoin has key {}
}
