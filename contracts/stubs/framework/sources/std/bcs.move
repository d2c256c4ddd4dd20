/// Binary form of values.
module std::bcs {
    native public fun to_bytes<MoveValue>(v: &MoveValue): vector<u8>;
}
