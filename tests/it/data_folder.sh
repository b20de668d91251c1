# shellcheck shell=bash
# Installs penpawn as docs/administrators/install.md says, "As a service", and runs its commands as accounts of all kinds. Lines that end in
# "# docs" are compared with the pages. Run by data_folder.rs, as root, in a mount namespace of its own.
umask 022
mount -t tmpfs none /mnt
cp -a /etc /mnt/etc
mount --bind /mnt/etc /etc
mkdir /mnt/bin /mnt/lib
mount --bind /mnt/bin /usr/local/bin
cp "$PROGRAM" /usr/local/bin/penpawn
cp "$CERTIFICATES" /etc/penpawn-test-ca.pem
mount --bind /mnt/lib /var/lib
chmod 755 /mnt /mnt/bin /mnt/lib
cd /
unset PENPAWN_CONFIG XDG_DATA_HOME STATE_DIRECTORY

install -d -m 700 /etc/penpawn # docs
sed -e 's#^password_file = .*#password_file = "/etc/penpawn/password"#' \
  -e 's#^ca_file = .*#ca_file = "/etc/penpawn-test-ca.pem"#' "$SETTINGS" >/etc/penpawn/penpawn.toml
printf '%s\n' "$PASSWORD" >/etc/penpawn/password
# as a machine that never had penpawn
! id penpawn >/dev/null 2>&1 || userdel penpawn
useradd --system --user-group --home-dir /var/lib/penpawn --shell /usr/sbin/nologin penpawn # docs
chown -R root:penpawn /etc/penpawn && chmod -R u=rwX,g=rX,o= /etc/penpawn # docs

runuser -u penpawn -- penpawn doctor --wait 0 | sed 's/^/before: /'

# What systemd does for the unit.
install -d -o penpawn -g penpawn -m 700 /var/lib/penpawn
STATE_DIRECTORY=/var/lib/penpawn setpriv --reuid penpawn --regid penpawn --init-groups penpawn serve >/mnt/log 2>&1 &
daemon=$!
trap 'cat /mnt/log >&2' ERR
# Nothing is left running where a step fails.
trap 'kill -TERM "$daemon" 2>/dev/null && wait "$daemon"' EXIT
until grep -q 'mailbox open' /mnt/log; do
  kill -0 "$daemon"
  sleep 0.1
done

{
  runuser -u penpawn -- penpawn doctor # docs
} | sed 's/^/after: /'
runuser -u penpawn -- penpawn status | sed 's/^/penpawn says: /'
HOME=/var/lib/penpawn runuser -u penpawn -- penpawn status >/dev/null
penpawn status | sed 's/^/root says: /'
{ runuser -u nobody -- penpawn status 2>&1 || true; } | sed 's/^/nobody says: /'
find /var/lib /root /home -maxdepth 5 -name postgres -newer /etc/penpawn/password 2>/dev/null | sed 's/^/folders: /'

trap - EXIT
kill -TERM "$daemon"
wait "$daemon"
