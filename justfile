# Two commands to begin with: ./just up, ./just test. Everything they make stays in .local/ (and target/, node_modules/).

set positional-arguments

# exec: what runs is just's own child, and notices when just is gone.
stack := "exec python3 tools/stack.py"

# Show the recipes
_list:
    @"{{ just_executable() }}" --justfile "{{ justfile() }}" --list --unsorted

# Build what changed, start everything, print the addresses; Ctrl-C stops all of it
[no-exit-message]
up:
    @{{ stack }} up

# The gate; everything: ./just test all; a part: ./just test rust|frontends|kill|e2e; some: ./just test NAME.. (a test, a package, a file, an ID); ./just test --changed
[no-exit-message]
test *name:
    @{{ stack }} test "$@"

# All components in every state, language and theme
[no-exit-message]
gallery:
    @{{ stack }} gallery

# Take the pictures of the components as they are now as the accepted ones
[no-exit-message]
gallery-accept:
    @{{ stack }} gallery-accept

# Pictures of every screen and its states in both apps, and contact sheets of them, into .local/pictures
[no-exit-message]
pictures:
    @{{ stack }} pictures

# Stop everything of this checkout, also what was left behind
[no-exit-message]
down:
    @{{ stack }} down

# Stop everything and delete its data
[no-exit-message]
reset:
    @{{ stack }} reset

# Like up, with reload: Vite for the apps, rebuild and restart for Rust
[no-exit-message]
dev:
    @{{ stack }} dev

# Follow all logs, or one: ./just logs platform
[no-exit-message]
logs *name:
    @{{ stack }} logs "$@"

# Open psql in the database of a service: ./just psql conversations
[no-exit-message]
psql service *arguments:
    @{{ stack }} psql "$@"

# Look at the bus: ./just nats streams, ./just nats consumers, or any command of the nats program
[no-exit-message]
nats *arguments:
    @{{ stack }} nats "$@"

# The translators' workplace: read, check and save every text on a local page; or ./just languages mark|add FOLDER KEY fi=.. en=..
[no-exit-message]
languages *arguments:
    @{{ stack }} languages "$@"

# Format everything
[no-exit-message]
fmt:
    @{{ stack }} fmt

# Feature flags of the running platform: list them, or ./just flag NAME on|off|default
flag *arguments:
    @{{ stack }} flag "$@"

# End all sessions of a person at the running platform: ./just sessions end PERSON [--disable]
sessions *arguments:
    @{{ stack }} sessions "$@"

# Every check that needs no server: format, clippy, walls, front ends, contract
[no-exit-message]
lint:
    @{{ stack }} lint

# Write the pages that follow from the contract: docs/events.md, docs/rpcs.md
[no-exit-message]
catalogue:
    @{{ stack }} catalogue

# Measure, in a release build on servers of its own
[no-exit-message]
bench *arguments:
    @{{ stack }} bench "$@"
