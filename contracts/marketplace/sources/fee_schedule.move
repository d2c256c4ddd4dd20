/// Fees of a marketplace and their recipient. A fee schedule is a marketplace: listings, offers and events name it.
/// Fees are bounded for good by constants; a higher one is announced a week before it is in force, a lower one takes effect immediately. Orders remember the rate of the day they were placed, and are settled at the lower of the two.
module marketplace::fee_schedule {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::vector;
    use aptos_framework::event;
    use aptos_framework::object::{Self, Object, TransferRef};
    use aptos_framework::timestamp;

    friend marketplace::coin_listing;
    friend marketplace::collection_offer;
    friend marketplace::pool_offer;
    friend marketplace::listing;
    friend marketplace::settlement;
    friend marketplace::token_offer;

    /// FeeSchedule does not exist.
    const ENO_FEE_SCHEDULE: u64 = 1;
    /// The denominator in a fraction cannot be zero.
    const EDENOMINATOR_IS_ZERO: u64 = 2;
    /// The fee is above what a marketplace may take.
    const EEXCEEDS_MAXIMUM: u64 = 3;
    /// The passed in signer is not the owner of the marketplace.
    const ENOT_OWNER: u64 = 4;
    /// The marketplace takes no new orders at present.
    const EPAUSED: u64 = 5;
    /// The fee schedule was not offered to this account.
    const ENOT_PROPOSED: u64 = 6;
    /// The chain reserves this address: fees cannot be received there.
    const ERESERVED_ADDRESS: u64 = 7;

    /// The highest commission: 5 %.
    const MAX_COMMISSION_NUMERATOR: u64 = 5;
    const MAX_COMMISSION_DENOMINATOR: u64 = 100;
    /// The highest fee for placing an order, in octas: 1 APT.
    const MAX_LISTING_FEE: u64 = 100000000;
    /// From announcing a higher fee to its being in force: a week.
    const NOTICE_SECONDS: u64 = 604800;

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// A marketplace.
    struct FeeSchedule has key {
        /// Receives every fee.
        fee_address: address,
        /// Are new orders refused? Sales and ways out never are.
        is_paused: bool,
        fees: Fees,
        /// Becomes the owner by accepting.
        proposed_owner: Option<address>,
        /// Hands the schedule on; by itself it can not be transferred.
        transfer_ref: TransferRef
    }

    /// The fees. Later versions of the package add variants.
    enum Fees has drop, store {
        V1 {
            /// Octas of APT paid when a listing or an offer is placed, whatever coin it is in.
            listing_fee: u64,
            commission: Rate,
            /// A higher commission, in force from that second on.
            announced: Option<Rate>,
            in_force_from: u64,
            /// A higher placing fee, in force from that second on; both 0 for none.
            raised_listing_fee: u64,
            raised_from: u64
        }
    }

    /// A fraction of a price.
    struct Rate has copy, drop, store {
        numerator: u64,
        denominator: u64
    }

    #[event]
    /// A marketplace was opened, or its owner changed something. `announced_*` and `raised_*` are 0 where no higher fee is announced,
    /// `proposed_owner` is @0x0 where it is offered to nobody.
    struct FeeScheduleChanged has drop, store {
        marketplace: address,
        owner: address,
        fee_address: address,
        is_paused: bool,
        listing_fee: u64,
        commission_numerator: u64,
        commission_denominator: u64,
        announced_numerator: u64,
        announced_denominator: u64,
        in_force_from: u64,
        raised_listing_fee: u64,
        raised_from: u64,
        proposed_owner: address
    }

    /// Makes a marketplace owned by the signer. `listing_fee` is in octas of APT.
    public entry fun init_entry(
        creator: &signer,
        fee_address: address,
        listing_fee: u64,
        commission_denominator: u64,
        commission_numerator: u64
    ) acquires FeeSchedule {
        init(creator, fee_address, listing_fee, commission_denominator, commission_numerator);
    }

    /// As `init_entry`, giving the schedule back.
    public fun init(
        creator: &signer,
        fee_address: address,
        listing_fee: u64,
        commission_denominator: u64,
        commission_numerator: u64
    ): Object<FeeSchedule> acquires FeeSchedule {
        require_fee_address(fee_address);
        require_listing_fee(listing_fee);
        let commission = commission_rate(commission_denominator, commission_numerator);
        let constructor_ref = object::create_object(signer::address_of(creator));
        let transfer_ref = object::generate_transfer_ref(&constructor_ref);
        object::disable_ungated_transfer(&transfer_ref);
        let fees = Fees::V1 { listing_fee, commission, announced: option::none(), in_force_from: 0, raised_listing_fee: 0, raised_from: 0 };
        move_to(
            &object::generate_signer(&constructor_ref),
            FeeSchedule { fee_address, is_paused: false, fees, proposed_owner: option::none(), transfer_ref }
        );
        let schedule = object::object_from_constructor_ref<FeeSchedule>(&constructor_ref);
        announce(schedule);
        schedule
    }

    /// Makes a marketplace owned by the signer that takes nothing.
    public entry fun empty(creator: &signer, fee_address: address) acquires FeeSchedule {
        init(creator, fee_address, 0, 1, 0);
    }

    /// Who receives fees from now on, also those of orders that already stand. While a commission is due, a sale aborts where
    /// that account takes no transfers of the order's coin.
    public entry fun set_fee_address(
        owner: &signer, marketplace: Object<FeeSchedule>, fee_address: address
    ) acquires FeeSchedule {
        require_fee_address(fee_address);
        borrow_owned(owner, marketplace).fee_address = fee_address;
        announce(marketplace);
    }

    /// Octas of APT for placing a listing or an offer: immediately if it is not higher than the current fee, else after
    /// `NOTICE_SECONDS`. What was announced before and is not in force yet is dropped.
    public entry fun set_fixed_rate_listing_fee(
        owner: &signer, marketplace: Object<FeeSchedule>, fee: u64
    ) acquires FeeSchedule {
        require_listing_fee(fee);
        let fees = &mut borrow_owned(owner, marketplace).fees;
        let present = placing_fee(fees);
        if (fee <= present) {
            fees.listing_fee = fee;
            fees.raised_listing_fee = 0;
            fees.raised_from = 0;
        } else {
            fees.listing_fee = present;
            fees.raised_listing_fee = fee;
            fees.raised_from = timestamp::now_seconds() + NOTICE_SECONDS;
        };
        announce(marketplace);
    }

    /// Takes this fraction of sales: immediately if it is not higher than the current one, else after `NOTICE_SECONDS`, and of
    /// orders placed from then on only. What was announced before and is not in force yet is dropped.
    public entry fun set_percentage_rate_commission(
        owner: &signer, marketplace: Object<FeeSchedule>, denominator: u64, numerator: u64
    ) acquires FeeSchedule {
        let wanted = commission_rate(denominator, numerator);
        let present = rate(marketplace);
        let fees = &mut borrow_owned(owner, marketplace).fees;
        if (is_at_most(&wanted, &present)) {
            fees.commission = wanted;
            fees.announced = option::none();
            fees.in_force_from = 0;
        } else {
            fees.commission = present;
            fees.announced = option::some(wanted);
            fees.in_force_from = timestamp::now_seconds() + NOTICE_SECONDS;
        };
        announce(marketplace);
    }

    /// Refuses new listings and offers from now on, or takes them again. Purchases, sales into offers that stand, and every
    /// way out are not touched.
    public entry fun set_paused(
        owner: &signer, marketplace: Object<FeeSchedule>, is_paused: bool
    ) acquires FeeSchedule {
        borrow_owned(owner, marketplace).is_paused = is_paused;
        announce(marketplace);
    }

    /// Offers the marketplace to another account, which has to accept it. Offering it to the owner takes an offer back.
    public entry fun propose_owner(
        owner: &signer, marketplace: Object<FeeSchedule>, to: address
    ) acquires FeeSchedule {
        borrow_owned(owner, marketplace).proposed_owner = option::some(to);
        announce(marketplace);
    }

    /// Becomes the owner of a marketplace that was offered.
    public entry fun accept_owner(new_owner: &signer, marketplace: Object<FeeSchedule>) acquires FeeSchedule {
        let to = signer::address_of(new_owner);
        let schedule = borrow_mut(marketplace);
        assert!(
            schedule.proposed_owner == option::some(to), error::permission_denied(ENOT_PROPOSED)
        );
        schedule.proposed_owner = option::none();
        object::transfer_with_ref(object::generate_linear_transfer_ref(&schedule.transfer_ref), to);
        announce(marketplace);
    }

    #[view]
    /// Receives every fee.
    public fun fee_address(marketplace: Object<FeeSchedule>): address acquires FeeSchedule {
        borrow_schedule(marketplace).fee_address
    }

    #[view]
    /// Octas of APT paid when a listing or an offer is placed; the base price plays no part yet.
    public fun listing_fee(marketplace: Object<FeeSchedule>, _base: u64): u64 acquires FeeSchedule {
        placing_fee(&borrow_schedule(marketplace).fees)
    }

    #[view]
    /// A higher placing fee that is announced, and from which second on; zeros for none.
    public fun announced_listing_fee(marketplace: Object<FeeSchedule>): (u64, u64) acquires FeeSchedule {
        let fees = &borrow_schedule(marketplace).fees;
        if (is_raised(fees)) (0, 0) else (fees.raised_listing_fee, fees.raised_from)
    }

    #[view]
    /// The marketplace's part of a sale at `price` of an order placed now, rounded down.
    public fun commission(marketplace: Object<FeeSchedule>, price: u64): u64 acquires FeeSchedule {
        part_of(&rate(marketplace), price)
    }

    #[view]
    /// Numerator and denominator of a higher commission that is announced, and from which second on; zeros for none.
    public fun announced_commission(marketplace: Object<FeeSchedule>): (u64, u64, u64) acquires FeeSchedule {
        let fees = &borrow_schedule(marketplace).fees;
        if (option::is_none(&fees.announced) || is_due(fees)) return (0, 0, 0);
        let next = option::borrow(&fees.announced);
        (next.numerator, next.denominator, fees.in_force_from)
    }

    #[view]
    /// Are new orders refused?
    public fun is_paused(marketplace: Object<FeeSchedule>): bool acquires FeeSchedule {
        borrow_schedule(marketplace).is_paused
    }

    #[view]
    /// The account that the marketplace is offered to; none without an offer.
    public fun proposed_owner(marketplace: Object<FeeSchedule>): Option<address> acquires FeeSchedule {
        borrow_schedule(marketplace).proposed_owner
    }

    /// The commission that orders placed now remember.
    public(friend) fun rate(marketplace: Object<FeeSchedule>): Rate acquires FeeSchedule {
        let fees = &borrow_schedule(marketplace).fees;
        if (option::is_some(&fees.announced) && is_due(fees)) *option::borrow(&fees.announced) else fees.commission
    }

    /// The commission of a sale at `price` of an order that was placed at `placed`: the lower of that and the present one.
    public(friend) fun commission_of_order(
        marketplace: Object<FeeSchedule>, placed: &Rate, price: u64
    ): u64 acquires FeeSchedule {
        let (now, then) = (part_of(&rate(marketplace), price), part_of(placed, price));
        if (now < then) now else then
    }

    /// Aborts when the marketplace takes no new orders.
    public(friend) fun require_open(marketplace: Object<FeeSchedule>) acquires FeeSchedule {
        assert!(!borrow_schedule(marketplace).is_paused, error::invalid_state(EPAUSED));
    }

    /// Any fraction; without a denominator it is 0.
    public(friend) fun fraction(numerator: u64, denominator: u64): Rate {
        if (denominator == 0) Rate { numerator: 0, denominator: 1 } else Rate { numerator, denominator }
    }

    /// `amount * rate` rounded down, never more than `amount`.
    public(friend) fun part_of(rate: &Rate, amount: u64): u64 {
        let part = (amount as u128) * (rate.numerator as u128) / (rate.denominator as u128);
        if (part > (amount as u128)) amount else (part as u64)
    }

    fun commission_rate(denominator: u64, numerator: u64): Rate {
        assert!(denominator != 0, error::out_of_range(EDENOMINATOR_IS_ZERO));
        let highest = Rate { numerator: MAX_COMMISSION_NUMERATOR, denominator: MAX_COMMISSION_DENOMINATOR };
        let rate = Rate { numerator, denominator };
        assert!(is_at_most(&rate, &highest), error::invalid_argument(EEXCEEDS_MAXIMUM));
        rate
    }

    fun is_at_most(rate: &Rate, other: &Rate): bool {
        (rate.numerator as u128) * (other.denominator as u128) <= (other.numerator as u128) * (rate.denominator as u128)
    }

    fun is_due(fees: &Fees): bool {
        timestamp::now_seconds() >= fees.in_force_from
    }

    fun placing_fee(fees: &Fees): u64 {
        if (is_raised(fees)) fees.raised_listing_fee else fees.listing_fee
    }

    /// Is a higher placing fee in force that was announced?
    fun is_raised(fees: &Fees): bool {
        fees.raised_from != 0 && timestamp::now_seconds() >= fees.raised_from
    }

    /// Aborts for an address of the chain itself.
    fun require_fee_address(fee_address: address) {
        let reserved = vector[@0x0, @0x1, @0x2, @0x3, @0x4, @0x5, @0x6, @0x7, @0x8, @0x9, @0xa];
        assert!(!vector::contains(&reserved, &fee_address), error::invalid_argument(ERESERVED_ADDRESS));
    }

    fun require_listing_fee(fee: u64) {
        assert!(fee <= MAX_LISTING_FEE, error::invalid_argument(EEXCEEDS_MAXIMUM));
    }

    fun announce(marketplace: Object<FeeSchedule>) acquires FeeSchedule {
        let schedule = borrow_schedule(marketplace);
        let fees = &schedule.fees;
        let next =
            if (option::is_some(&fees.announced)) *option::borrow(&fees.announced)
            else Rate { numerator: 0, denominator: 0 };
        let proposed_owner =
            if (option::is_some(&schedule.proposed_owner)) *option::borrow(&schedule.proposed_owner) else @0x0;
        event::emit(
            FeeScheduleChanged {
                marketplace: object::object_address(&marketplace),
                owner: object::owner(marketplace),
                fee_address: schedule.fee_address,
                is_paused: schedule.is_paused,
                listing_fee: fees.listing_fee,
                commission_numerator: fees.commission.numerator,
                commission_denominator: fees.commission.denominator,
                announced_numerator: next.numerator,
                announced_denominator: next.denominator,
                in_force_from: fees.in_force_from,
                raised_listing_fee: fees.raised_listing_fee,
                raised_from: fees.raised_from,
                proposed_owner
            }
        );
    }

    inline fun borrow_schedule(marketplace: Object<FeeSchedule>): &FeeSchedule acquires FeeSchedule {
        let at = object::object_address(&marketplace);
        assert!(exists<FeeSchedule>(at), error::not_found(ENO_FEE_SCHEDULE));
        &FeeSchedule[at]
    }

    inline fun borrow_mut(marketplace: Object<FeeSchedule>): &mut FeeSchedule acquires FeeSchedule {
        let at = object::object_address(&marketplace);
        assert!(exists<FeeSchedule>(at), error::not_found(ENO_FEE_SCHEDULE));
        &mut FeeSchedule[at]
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
        let FeeSchedule { fee_address: _, is_paused: _, fees: _, proposed_owner: _, transfer_ref: _ } =
            move_from<FeeSchedule>(object::object_address(&marketplace));
    }

    #[test_only]
    /// Number of times that a marketplace was opened or changed.
    public fun announced(): u64 {
        vector::length(&event::emitted_events<FeeScheduleChanged>())
    }

    #[test_only]
    /// Whom the last event says that its marketplace is offered to; @0x0 for nobody.
    public fun newest_proposed_owner(): address {
        let all = event::emitted_events<FeeScheduleChanged>();
        all[vector::length(&all) - 1].proposed_owner
    }

    #[test_only]
    /// The marketplace that was opened or changed last.
    public fun newest(): Object<FeeSchedule> {
        let all = event::emitted_events<FeeScheduleChanged>();
        object::address_to_object<FeeSchedule>(all[vector::length(&all) - 1].marketplace)
    }
}
