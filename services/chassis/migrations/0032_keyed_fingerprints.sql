-- Fingerprints of requests are keyed from now on. Those that were not could be held against guesses of what was sent, also after its
-- person's keys were destroyed: a retry of so old a command is known by its key and its stream.
update command_log set fingerprint = '' where length(fingerprint) >= 32;
