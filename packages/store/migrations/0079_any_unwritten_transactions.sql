-- Nothing asks any more how many transactions were noted within a time.
drop index chain.unwritten_transactions_noted_at;
