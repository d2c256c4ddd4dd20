/// A value that may be absent.
module std::option {
    use std::vector;

    /// There already is a value.
    const EOPTION_IS_SET: u64 = 0x40000;
    /// There is no value.
    const EOPTION_NOT_SET: u64 = 0x40001;

    struct Option<Element> has copy, drop, store {
        vec: vector<Element>
    }

    public fun none<Element>(): Option<Element> {
        Option { vec: vector::empty() }
    }

    public fun some<Element>(e: Element): Option<Element> {
        Option { vec: vector::singleton(e) }
    }

    public fun is_none<Element>(self: &Option<Element>): bool {
        vector::is_empty(&self.vec)
    }

    public fun is_some<Element>(self: &Option<Element>): bool {
        !vector::is_empty(&self.vec)
    }

    public fun borrow<Element>(self: &Option<Element>): &Element {
        assert!(is_some(self), EOPTION_NOT_SET);
        vector::borrow(&self.vec, 0)
    }

    public fun extract<Element>(self: &mut Option<Element>): Element {
        assert!(is_some(self), EOPTION_NOT_SET);
        vector::pop_back(&mut self.vec)
    }

    public fun fill<Element>(self: &mut Option<Element>, e: Element) {
        assert!(is_none(self), EOPTION_IS_SET);
        vector::push_back(&mut self.vec, e);
    }

    public fun destroy_some<Element>(self: Option<Element>): Element {
        assert!(is_some(&self), EOPTION_NOT_SET);
        let Option { vec } = self;
        let e = vector::pop_back(&mut vec);
        vector::destroy_empty(vec);
        e
    }

    public fun destroy_none<Element>(self: Option<Element>) {
        assert!(is_none(&self), EOPTION_IS_SET);
        let Option { vec } = self;
        vector::destroy_empty(vec);
    }
}
