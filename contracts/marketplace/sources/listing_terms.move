/// Terms of a listing: its price by time, until when it can be bought, by whom, and the least that the seller accepts.
/// A falling price goes down in equal steps, so that it can be stored, sorted and quoted between two of them.
module marketplace::listing_terms {
    use std::error;
    use aptos_framework::timestamp;

    friend marketplace::coin_listing;

    /// A price above 0 is fixed or falls to a lower one by a time to come, and a listing expires in the future or never.
    const EINCORRECT_TERMS: u64 = 1;
    /// The listing has expired.
    const EEXPIRED: u64 = 2;
    /// The listing is reserved for another buyer.
    const ERESERVED: u64 = 3;
    /// The sale brings less than the seller accepts.
    const EPROCEEDS_TOO_LOW: u64 = 4;

    /// The number of steps in which a price falls at most.
    const MAX_STEPS: u64 = 100;
    /// The shortest step, in seconds.
    const MIN_STEP_SECONDS: u64 = 60;

    /// Later versions of the package add variants.
    enum Terms has copy, drop, store {
        V1 {
            /// In the coin's smallest unit; of a falling price the first and highest.
            price: u64,
            /// The last and lowest; that of a fixed price is the price.
            end_price: u64,
            /// Unix seconds between which the price falls; both 0 for a fixed price.
            falls_from: u64,
            falls_until: u64,
            /// Unix seconds; from then on the listing can only be ended or placed anew. 0: never.
            expiration_time: u64,
            /// The only account that may buy; @0x0 for any.
            reserved_for: address,
            /// What a sale has to bring the seller after royalty and commission.
            least_proceeds: u64
        }
    }

    /// Returns terms of a listing at one price for anyone, which does not expire.
    public(friend) fun fixed(price: u64): Terms {
        create(price, price, 0, 0, 0, @0x0, 0)
    }

    /// Returns checked terms.
    public(friend) fun create(
        price: u64,
        end_price: u64,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        least_proceeds: u64
    ): Terms {
        let now = timestamp::now_seconds();
        let is_fixed = end_price == price && falls_from == 0 && falls_until == 0;
        let is_falling = end_price < price && falls_from < falls_until && now < falls_until;
        assert!(
            end_price > 0 && (is_fixed || is_falling) && (expiration_time == 0 || now < expiration_time),
            error::invalid_argument(EINCORRECT_TERMS)
        );
        Terms::V1 { price, end_price, falls_from, falls_until, expiration_time, reserved_for, least_proceeds }
    }

    /// Returns the same terms at a fixed price. Aborts when they have expired: nobody could buy.
    public(friend) fun at_price(terms: &Terms, price: u64): Terms {
        require_in_time(terms);
        create(price, price, 0, 0, terms.expiration_time, terms.reserved_for, terms.least_proceeds)
    }

    /// Aborts unless this account may buy now.
    public(friend) fun require_buyer(terms: &Terms, buyer: address) {
        require_in_time(terms);
        assert!(is_for(terms, buyer), error::permission_denied(ERESERVED));
    }

    /// Returns whether this account may buy now.
    public(friend) fun can_buy(terms: &Terms, buyer: address): bool {
        !is_expired(terms) && is_for(terms, buyer)
    }

    /// Aborts when a sale brings the seller less than they accept.
    public(friend) fun require_proceeds(terms: &Terms, received: u64) {
        assert!(received >= terms.least_proceeds, error::invalid_state(EPROCEEDS_TOO_LOW));
    }

    /// Returns the price now.
    public(friend) fun price(terms: &Terms): u64 {
        price_at(terms.price, terms.end_price, terms.falls_from, terms.falls_until, timestamp::now_seconds())
    }

    /// Returns the price that these terms ask at first, the highest.
    public(friend) fun first_price(terms: &Terms): u64 {
        terms.price
    }

    /// Returns the lowest price that these terms will ever ask.
    public(friend) fun lowest_price(terms: &Terms): u64 {
        terms.end_price
    }

    /// Returns whether the price falls, or has fallen.
    public(friend) fun is_falling(terms: &Terms): bool {
        terms.end_price < terms.price
    }

    /// Returns the least that a sale has to bring the seller.
    public(friend) fun least_proceeds(terms: &Terms): u64 {
        terms.least_proceeds
    }

    /// Returns price, end price, from when and until when it falls, expiration, the only buyer, and the least proceeds.
    public(friend) fun unpack(terms: &Terms): (u64, u64, u64, u64, u64, address, u64) {
        (
            terms.price,
            terms.end_price,
            terms.falls_from,
            terms.falls_until,
            terms.expiration_time,
            terms.reserved_for,
            terms.least_proceeds
        )
    }

    #[view]
    /// Returns the price at a second: on the line from `price` to `end_price` at the step before, rounded down; never above
    /// the one nor below the other. A fixed price has `falls_until` 0.
    public fun price_at(price: u64, end_price: u64, falls_from: u64, falls_until: u64, now: u64): u64 {
        if (now >= falls_until) return end_price;
        if (now <= falls_from) return price;
        let duration = falls_until - falls_from;
        let step = step_seconds(duration);
        let passed = (now - falls_from) / step * step;
        let rest = ((price - end_price) as u128) * ((duration - passed) as u128) / (duration as u128);
        end_price + (rest as u64)
    }

    /// Returns how long a step of a price that falls for `duration` seconds is.
    fun step_seconds(duration: u64): u64 {
        let step = (duration - 1) / MAX_STEPS + 1;
        if (step < MIN_STEP_SECONDS) MIN_STEP_SECONDS else step
    }

    fun is_for(terms: &Terms, buyer: address): bool {
        terms.reserved_for == @0x0 || terms.reserved_for == buyer
    }

    fun is_expired(terms: &Terms): bool {
        terms.expiration_time != 0 && timestamp::now_seconds() >= terms.expiration_time
    }

    fun require_in_time(terms: &Terms) {
        assert!(!is_expired(terms), error::invalid_state(EEXPIRED));
    }
}
