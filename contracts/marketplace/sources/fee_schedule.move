/// What the venue takes, and who receives it. One schedule is one venue: listings, offers and events name it.
module marketplace::fee_schedule {
    use std::error;
    use std::signer;
    use aptos_framework::event;
    use aptos_framework::object::{Self, ExtendRef, Object};

    /// FeeSchedule does not exist.
    const ENO_FEE_SCHEDULE: u64 = 1;
    /// The denominator in a fraction cannot be zero.
    const EDENOMINATOR_IS_ZERO: u64 = 2;
    /// The value represented by a fraction cannot be greater than 1.
    const EEXCEEDS_MAXIMUM: u64 = 3;
    /// The passed in signer is not the owner of the marketplace.
    const ENOT_OWNER: u64 = 4;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// Kept as data of one resource: a venue has exactly one of each.
    struct FeeSchedule has key {
        /// Receives every fee.
        fee_address: address,
        /// Octas paid when a listing or an offer is placed.
        listing_fee: u64,
        /// Octas an auction bid would pay; kept for the interface, no auctions are held.
        bidding_fee: u64,
        commission: Commission,
        extend_ref: ExtendRef
    }

    /// The venue's part of a sale: a fixed amount, or a fraction of the price rounded down.
    struct Commission has copy, drop, store {
        is_percentage: bool,
        /// Octas; when not a percentage.
        fixed: u64,
        numerator: u64,
        denominator: u64
    }

    #[event]
    /// A venue was opened, or its owner changed something.
    struct FeeScheduleChanged has drop, store {
        marketplace: address,
        fee_address: address,
        listing_fee: u64,
        bidding_fee: u64,
        commission: Commission
    }

    /// Makes a venue owned by the signer, taking a percentage of every sale.
    public entry fun init_entry(
        creator: &signer,
        fee_address: address,
        bidding_fee: u64,
        listing_fee: u64,
        commission_denominator: u64,
        commission_numerator: u64
    ) acquires FeeSchedule {
        init(creator, fee_address, bidding_fee, listing_fee, commission_denominator, commission_numerator);
    }

    /// As `init_entry`, giving the schedule back.
    public fun init(
        creator: &signer,
        fee_address: address,
        bidding_fee: u64,
        listing_fee: u64,
        commission_denominator: u64,
        commission_numerator: u64
    ): Object<FeeSchedule> acquires FeeSchedule {
        let commission = percentage(commission_denominator, commission_numerator);
        create(creator, fee_address, bidding_fee, listing_fee, commission)
    }

    /// Makes a venue owned by the signer that takes nothing.
    public entry fun empty(creator: &signer, fee_address: address) acquires FeeSchedule {
        create(creator, fee_address, 0, 0, fixed(0));
    }

    fun create(
        creator: &signer, fee_address: address, bidding_fee: u64, listing_fee: u64, commission: Commission
    ): Object<FeeSchedule> acquires FeeSchedule {
        let constructor_ref = object::create_object(signer::address_of(creator));
        move_to(
            &object::generate_signer(&constructor_ref),
            FeeSchedule {
                fee_address,
                listing_fee,
                bidding_fee,
                commission,
                extend_ref: object::generate_extend_ref(&constructor_ref)
            }
        );
        let schedule = object::object_from_constructor_ref<FeeSchedule>(&constructor_ref);
        announce(schedule, borrow_schedule(schedule));
        schedule
    }

    /// Who receives fees from now on, also those of orders that already stand.
    public entry fun set_fee_address(
        owner: &signer, marketplace: Object<FeeSchedule>, fee_address: address
    ) acquires FeeSchedule {
        let schedule = borrow_owned(owner, marketplace);
        schedule.fee_address = fee_address;
        announce(marketplace, schedule);
    }

    /// Octas for placing a listing or an offer from now on.
    public entry fun set_fixed_rate_listing_fee(
        owner: &signer, marketplace: Object<FeeSchedule>, fee: u64
    ) acquires FeeSchedule {
        let schedule = borrow_owned(owner, marketplace);
        schedule.listing_fee = fee;
        announce(marketplace, schedule);
    }

    /// Octas that an auction bid would pay from now on.
    public entry fun set_fixed_rate_bidding_fee(
        owner: &signer, marketplace: Object<FeeSchedule>, fee: u64
    ) acquires FeeSchedule {
        let schedule = borrow_owned(owner, marketplace);
        schedule.bidding_fee = fee;
        announce(marketplace, schedule);
    }

    /// Takes this many octas of every sale from now on, also of orders that already stand.
    public entry fun set_fixed_rate_commission(
        owner: &signer, marketplace: Object<FeeSchedule>, commission: u64
    ) acquires FeeSchedule {
        let schedule = borrow_owned(owner, marketplace);
        schedule.commission = fixed(commission);
        announce(marketplace, schedule);
    }

    /// Takes this fraction of every sale from now on, also of orders that already stand.
    public entry fun set_percentage_rate_commission(
        owner: &signer, marketplace: Object<FeeSchedule>, denominator: u64, numerator: u64
    ) acquires FeeSchedule {
        let commission = percentage(denominator, numerator);
        let schedule = borrow_owned(owner, marketplace);
        schedule.commission = commission;
        announce(marketplace, schedule);
    }

    #[view]
    /// Receives every fee.
    public fun fee_address(marketplace: Object<FeeSchedule>): address acquires FeeSchedule {
        borrow_schedule(marketplace).fee_address
    }

    #[view]
    /// Octas paid when a listing or an offer is placed; the base price plays no part yet.
    public fun listing_fee(marketplace: Object<FeeSchedule>, _base: u64): u64 acquires FeeSchedule {
        borrow_schedule(marketplace).listing_fee
    }

    #[view]
    /// Octas that an auction bid would pay; the bid plays no part.
    public fun bidding_fee(marketplace: Object<FeeSchedule>, _bid: u64): u64 acquires FeeSchedule {
        borrow_schedule(marketplace).bidding_fee
    }

    #[view]
    /// The venue's part of a sale at `price`, before any cap, rounded down.
    public fun commission(marketplace: Object<FeeSchedule>, price: u64): u64 acquires FeeSchedule {
        let commission = borrow_schedule(marketplace).commission;
        if (!commission.is_percentage) return commission.fixed;
        ((price as u128) * (commission.numerator as u128) / (commission.denominator as u128) as u64)
    }

    fun percentage(denominator: u64, numerator: u64): Commission {
        assert!(numerator <= denominator, error::invalid_argument(EEXCEEDS_MAXIMUM));
        assert!(denominator != 0, error::out_of_range(EDENOMINATOR_IS_ZERO));
        Commission { is_percentage: true, fixed: 0, numerator, denominator }
    }

    fun fixed(fixed: u64): Commission {
        Commission { is_percentage: false, fixed, numerator: 0, denominator: 1 }
    }

    fun announce(marketplace: Object<FeeSchedule>, schedule: &FeeSchedule) {
        event::emit(
            FeeScheduleChanged {
                marketplace: object::object_address(&marketplace),
                fee_address: schedule.fee_address,
                listing_fee: schedule.listing_fee,
                bidding_fee: schedule.bidding_fee,
                commission: schedule.commission
            }
        );
    }

    inline fun borrow_schedule(marketplace: Object<FeeSchedule>): &FeeSchedule acquires FeeSchedule {
        let at = object::object_address(&marketplace);
        assert!(exists<FeeSchedule>(at), error::not_found(ENO_FEE_SCHEDULE));
        &FeeSchedule[at]
    }

    inline fun borrow_owned(owner: &signer, marketplace: Object<FeeSchedule>): &mut FeeSchedule acquires FeeSchedule {
        let at = object::object_address(&marketplace);
        assert!(exists<FeeSchedule>(at), error::not_found(ENO_FEE_SCHEDULE));
        assert!(
            object::is_owner(marketplace, signer::address_of(owner)), error::permission_denied(ENOT_OWNER)
        );
        &mut FeeSchedule[at]
    }

    #[test_only]
    public fun destroy(marketplace: Object<FeeSchedule>) acquires FeeSchedule {
        let FeeSchedule { fee_address: _, listing_fee: _, bidding_fee: _, commission: _, extend_ref: _ } =
            move_from<FeeSchedule>(object::object_address(&marketplace));
    }

    #[test_only]
    /// How often a venue was opened or changed.
    public fun announced(): u64 {
        std::vector::length(&event::emitted_events<FeeScheduleChanged>())
    }

    #[test_only]
    /// The venue that was opened or changed last.
    public fun newest(): Object<FeeSchedule> {
        let all = event::emitted_events<FeeScheduleChanged>();
        object::address_to_object<FeeSchedule>(all[std::vector::length(&all) - 1].marketplace)
    }
}
