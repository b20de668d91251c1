# The short names of what is done every day; each stands for a script that can be run by itself.

# Where rustup puts cargo, for a shell that has not read its settings yet.
export PATH := $(PATH):$(HOME)/.cargo/bin

.PHONY: help demo man deb package container test hours chaos defences fuzz games corpora looks browser bench lint format clippy documentation shellcheck service deny advisories sqlx sqlx-check sqlx-clippy distributions

help:
	@echo "make demo        a game between two players by real mails, then a server to try, until Ctrl-C"
	@echo "make man         manual pages and completions for bash, zsh and fish, in target/manual"
	@echo "make deb         the Debian package, in target/packages"
	@echo "make package     is it what its administrator expects? on Debian 12 and 13, by debootstrap and chroot, as root"
	@echo "make container   an image by config/Containerfile, and a game by mail with it, as root"
	@echo "make test        all tests, on private servers that are started and stopped for them"
	@echo "make defences    each defence against hostile mails removed once: its test must fail"
	@echo "make hours       the dialogues at other hours, on other weekdays and around New Year: two minutes each"
	@echo "make chaos       ten minutes of games by mail while servers and daemons are killed, stopped and cut"
	@echo "make fuzz        a minute of mutated mails, words, moves and positions each; another seed every time"
	@echo "make games       10,000 random games each through PGN, python-chess and back, and through their events, and 100,000 on two clocks; other seeds every time"
	@echo "make corpora     mails that other programs are tested with: bounces, robots, answers; fetched, not copied"
	@echo "make looks       letters with a drawn board in a browser, on one page in target/looks, to be looked at"
	@echo "make browser     the board page in chromium, by mouse, touch and keys; pictures in target/browser, to be looked at"
	@echo "make bench       how many moves, mails and archived games a second, and what the parts can do alone"
	@echo "make lint        format, clippy, documentation, shell scripts, the systemd unit"
	@echo "make sqlx        write .sqlx again, after a change of SQL or of migrations/"
	@echo "make sqlx-check  is .sqlx fresh?"
	@echo "make sqlx-clippy the same and clippy, by one compilation"
	@echo "make distributions  demo and test on Debian 12, Debian 13 and Ubuntu 24.04, by debootstrap and chroot, as root"
	@echo "make deny        licences and origins of dependencies"
	@echo "make advisories  known faults of dependencies (needs github.com, where they are listed)"

demo:
	tests/bed/install demo
	cargo build --locked
	tests/demo/run

man:
	cargo run --quiet --locked -- manual target/manual

deb:
	config/debian/build

# Two versions of the same, so that the one is upgraded to the other.
package:
	DEB_VERSION=0.0.1-1 config/debian/build
	DEB_VERSION=0.0.2-1 DEB_PROGRAM=target/deb/release/penpawn config/debian/build
	tests/distributions "tests/package target/packages/penpawn_0.0.1-1_*.deb target/packages/penpawn_0.0.2-1_*.deb" debian-12 debian-13
	cargo build --locked
	tests/distributions tests/postgres_upgrade debian-13

# A debug build will do: what is tried is the image.
container:
	cargo build --locked
	DEB_VERSION=0.0.1-1 DEB_PROGRAM=target/debug/penpawn config/debian/build
	tests/container target/packages/penpawn_0.0.1-1_*.deb

test:
	tests/bed/install test referee
	cargo test --locked

hours:
	tests/bed/install test hours
	tests/hours

defences:
	tests/bed/install test referee
	tests/defences/run

chaos:
	tests/bed/install test referee
	cargo test --locked --test chaos

fuzz:
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} FUZZ_SEED=$${FUZZ_SEED:-$$(date +%s)} \
	  cargo test --locked --test fuzz --test resources -- --nocapture

games:
	tests/bed/install test referee
	PGN_GAMES=$${PGN_GAMES:-10000} PGN_SEED=$${PGN_SEED:-$$(date +%s)} \
	  cargo test --locked --test it pgn:: -- --nocapture
	RECORDED_GAMES=$${RECORDED_GAMES:-10000} RECORDED_SEED=$${RECORDED_SEED:-$$(date +%s)} \
	  cargo test --locked --test it record:: -- --nocapture
	CLOCK_GAMES=$${CLOCK_GAMES:-100000} CLOCK_SEED=$${CLOCK_SEED:-$$(date +%s)} \
	  cargo test --release --locked --lib clock::tests::reference

corpora:
	tests/bed/install test referee
	cargo test --locked --test it collections:: -- --nocapture

looks:
	tests/bed/install test looks
	cargo test --locked --test looks

browser:
	tests/bed/install test browser
	cargo test --locked --test browser

bench:
	tests/bed/install test bench referee
	cargo bench --locked

lint: format clippy documentation shellcheck service

format:
	cargo fmt --all --check

clippy:
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --test chaos --test looks --test browser -- -D warnings

documentation:
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items

shellcheck:
	tests/bed/install lint
	shellcheck .ci/run tests/sqlx tests/bed/bed tests/bed/install tests/bed/clients tests/demo/run tests/service tests/distributions tests/it/data_folder.sh config/debian/build config/debian/postinst config/debian/postrm tests/package tests/container tests/postgres_upgrade tests/hours

service:
	tests/service

# Of one version, so that it says the same everywhere. Below target/, where it is kept between runs.
DENY_VERSION := 0.20.2
DENY := target/tools/cargo-deny-$(DENY_VERSION)/bin/cargo-deny

$(DENY):
	cargo install --locked --quiet --debug --version =$(DENY_VERSION) --root target/tools/cargo-deny-$(DENY_VERSION) \
	  --target-dir target/tools/build cargo-deny
	rm -rf target/tools/build

deny: $(DENY)
	$(DENY) --locked check bans licenses sources

advisories: $(DENY)
	$(DENY) --locked check advisories

distributions:
	tests/distributions all debian-12 debian-13 ubuntu-24.04

sqlx:
	tests/bed/install test
	tests/sqlx

sqlx-check:
	tests/bed/install test
	tests/sqlx --check

sqlx-clippy:
	tests/bed/install test
	tests/sqlx --clippy
