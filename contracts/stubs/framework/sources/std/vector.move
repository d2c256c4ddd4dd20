/// Vectors: the compiler's own operations and the few helpers that the contracts use.
module std::vector {
    /// The index is past the end.
    const EINDEX_OUT_OF_BOUNDS: u64 = 0x20000;

    #[bytecode_instruction]
    native public fun empty<Element>(): vector<Element>;

    #[bytecode_instruction]
    native public fun length<Element>(self: &vector<Element>): u64;

    #[bytecode_instruction]
    native public fun borrow<Element>(self: &vector<Element>, i: u64): &Element;

    #[bytecode_instruction]
    native public fun borrow_mut<Element>(self: &mut vector<Element>, i: u64): &mut Element;

    #[bytecode_instruction]
    native public fun push_back<Element>(self: &mut vector<Element>, e: Element);

    #[bytecode_instruction]
    native public fun pop_back<Element>(self: &mut vector<Element>): Element;

    #[bytecode_instruction]
    native public fun destroy_empty<Element>(self: vector<Element>);

    #[bytecode_instruction]
    native public fun swap<Element>(self: &mut vector<Element>, i: u64, j: u64);

    public fun singleton<Element>(e: Element): vector<Element> {
        let v = empty();
        push_back(&mut v, e);
        v
    }

    public fun is_empty<Element>(self: &vector<Element>): bool {
        length(self) == 0
    }

    public fun reverse<Element>(self: &mut vector<Element>) {
        let count = length(self);
        let i = 0;
        while (i < count / 2) {
            swap(self, i, count - 1 - i);
            i = i + 1;
        }
    }

    public fun append<Element>(self: &mut vector<Element>, other: vector<Element>) {
        reverse(&mut other);
        while (!is_empty(&other)) push_back(self, pop_back(&mut other));
        destroy_empty(other);
    }

    public fun index_of<Element>(self: &vector<Element>, e: &Element): (bool, u64) {
        let i = 0;
        let count = length(self);
        while (i < count) {
            if (borrow(self, i) == e) return (true, i);
            i = i + 1;
        };
        (false, 0)
    }

    public fun contains<Element>(self: &vector<Element>, e: &Element): bool {
        let (found, _) = index_of(self, e);
        found
    }

    /// Removes element `i`, filling the gap with the last one.
    public fun swap_remove<Element>(self: &mut vector<Element>, i: u64): Element {
        assert!(!is_empty(self), EINDEX_OUT_OF_BOUNDS);
        let last = length(self) - 1;
        swap(self, i, last);
        pop_back(self)
    }

    public inline fun for_each_ref<Element>(self: &vector<Element>, f: |&Element|) {
        let i = 0;
        let count = length(self);
        while (i < count) {
            f(borrow(self, i));
            i = i + 1;
        }
    }
}
