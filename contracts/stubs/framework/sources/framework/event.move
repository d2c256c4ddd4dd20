/// Module events, and handles for what still uses them.

module aptos_framework::event {
    use aptos_framework::guid::GUID;

    friend aptos_framework::account;
    friend aptos_framework::object;

    struct EventHandle<phantom T: drop + store> has store {
        counter: u64,
        guid: GUID
    }

    public fun emit<T: drop + store>(msg: T) {
        emit_event<T>(&msg);
    }

    public(friend) fun new_event_handle<T: drop + store>(guid: GUID): EventHandle<T> {
        EventHandle<T> { counter: 0, guid }
    }

    public fun destroy_handle<T: drop + store>(handle: EventHandle<T>) {
        EventHandle<T> { counter: _, guid: _ } = handle;
    }

    /// The test VM knows this native by this name; the framework uses the name for handles, which the contracts do not need.
    native fun emit_event<T: drop + store>(msg: &T);

    #[test_only]
    native public fun emitted_events<T: drop + store>(): vector<T>;
}
