/// UTF-8 text. The stub trusts its input: the tests only make well-formed text.
module std::string {
    use std::vector;

    struct String has copy, drop, store {
        bytes: vector<u8>
    }

    public fun is_empty(self: &String): bool {
        vector::is_empty(&self.bytes)
    }

    public fun utf8(bytes: vector<u8>): String {
        String { bytes }
    }

    public fun bytes(self: &String): &vector<u8> {
        &self.bytes
    }

    public fun append(self: &mut String, other: String) {
        let String { bytes } = other;
        vector::append(&mut self.bytes, bytes);
    }
}
