/// Block time.
module aptos_framework::timestamp {
    struct CurrentTimeMicroseconds has key {
        microseconds: u64
    }

    public fun now_microseconds(): u64 acquires CurrentTimeMicroseconds {
        borrow_global<CurrentTimeMicroseconds>(@aptos_framework).microseconds
    }

    public fun now_seconds(): u64 acquires CurrentTimeMicroseconds {
        now_microseconds() / 1000000
    }

    #[test_only]
    public fun set_time_has_started_for_testing(framework: &signer) {
        if (!exists<CurrentTimeMicroseconds>(@aptos_framework)) {
            move_to(framework, CurrentTimeMicroseconds { microseconds: 0 });
        }
    }

    #[test_only]
    public fun update_global_time_for_test_secs(seconds: u64) acquires CurrentTimeMicroseconds {
        borrow_global_mut<CurrentTimeMicroseconds>(@aptos_framework).microseconds = seconds * 1000000;
    }
}
