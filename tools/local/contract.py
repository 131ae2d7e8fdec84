"""What `platform` and `simulators` are told through their environment. README.md beside this file explains each name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from . import places, push_key


@dataclass(frozen=True)
class Addresses:
    """Every `host:port` of one running stack."""

    simulators: str
    clamd: str
    smtp: str
    turn: str
    resident: str
    practitioner: str
    resident_tls: str
    practitioner_tls: str
    grpc: str
    metrics: str


# Name in the state file, and the port people expect when it is free.
PORTS: dict[str, int | None] = {
    "resident": 8080,
    "practitioner": 8081,
    "resident_tls": 8443,
    "practitioner_tls": 8444,
    "simulators": None,
    "clamd": None,
    "smtp": None,
    "turn": None,
    "grpc": None,
    "metrics": None,
}

# The variable with which a person picks an address of their own.
CHOSEN_BY = {
    "resident": "KAJO_RESIDENT_ADDR",
    "practitioner": "KAJO_PRACTITIONER_ADDR",
    "resident_tls": "KAJO_RESIDENT_TLS_ADDR",
    "practitioner_tls": "KAJO_PRACTITIONER_TLS_ADDR",
    "simulators": "KAJO_SIMULATORS_ADDR",
    "clamd": "KAJO_SIMULATORS_CLAMD_ADDR",
    "smtp": "KAJO_SIMULATORS_SMTP_ADDR",
    "turn": "KAJO_SIMULATORS_TURN_ADDR",
    "grpc": "KAJO_GRPC_ADDR",
    "metrics": "KAJO_METRICS_ADDR",
}

# Where browsers of people have their push services: one that they open on this stack is told as well, where the machine has a way there.
PUSH_HOSTS = "fcm.googleapis.com updates.push.services.mozilla.com web.push.apple.com .notify.windows.com"


def for_simulators(at: Addresses) -> dict[str, str]:
    """The environment of `simulators`."""
    return {
        **os.environ,
        "KAJO_LOG": os.environ.get("KAJO_LOG", "info"),
        "KAJO_SIMULATORS_ADDR": at.simulators,
        "KAJO_SIMULATORS_CLAMD_ADDR": at.clamd,
        "KAJO_SIMULATORS_SMTP_ADDR": at.smtp,
        "KAJO_SIMULATORS_TURN_ADDR": at.turn,
        # The only places a person may be sent back to after signing in.
        "KAJO_RESIDENT_APP_LINK": os.environ.get("KAJO_RESIDENT_APP_LINK", "kajo-resident://open"),
        "KAJO_RESIDENT_ADDR": at.resident,
        "KAJO_PRACTITIONER_ADDR": at.practitioner,
        "KAJO_RESIDENT_TLS_ADDR": at.resident_tls,
        "KAJO_PRACTITIONER_TLS_ADDR": at.practitioner_tls,
    }


def by_name(address: str) -> str:
    """An address on this machine as browsers name it: cookies of one host are not those of the other."""
    return address.replace("127.0.0.1", "localhost")


def authorizations(at: Addresses) -> dict[str, str]:
    """The national authorisation service. The real address of the mandate for social matters is not public."""
    service = f"http://{at.simulators}"
    demo = {
        "KAJO_AUTHORIZATIONS_URL": service,
        "KAJO_AUTHORIZATIONS_CLIENT_ID": "kajo-demo",
        "KAJO_AUTHORIZATIONS_SECRET": "authorizations-demo-signing-secret",
        "KAJO_AUTHORIZATIONS_OAUTH_SECRET": "authorizations-demo-oauth-secret",
        "KAJO_MANDATE_SOCIAL_URI": f"{service}/mandates/sosiaalihuollon_asioiden_hoito",
    }
    return {name: os.environ.get(name, value) for name, value in demo.items()}


def booking_systems(at: Addresses) -> dict[str, str]:
    """The other systems that keep appointments."""
    base = f"http://{at.simulators}/booking"
    demo = {
        "KAJO_LIFECARE_URL": f"{base}/lifecare",
        "KAJO_LIFECARE_TOKEN": "lifecare-demo",
        "KAJO_PEGASOS_URL": f"{base}/pegasos",
        "KAJO_PEGASOS_KEY": "pegasos-demo",
        "KAJO_OMNI360_URL": f"{base}/omni360",
        "KAJO_OMNI360_TOKEN": "omni360-demo",
        "KAJO_VIHTA_URL": f"{base}/vihta",
        "KAJO_VIHTA_CLIENT": "kajo",
        "KAJO_VIHTA_SECRET": "vihta-demo",
    }
    return {name: os.environ.get(name, value) for name, value in demo.items()}


def turn(at: Addresses) -> dict[str, str]:
    """The TURN server. Whoever names servers of their own shares another secret with them, or none."""
    if "KAJO_TURN_URLS" in os.environ:
        return {}
    return {"KAJO_TURN_URLS": f"turn:{at.turn}?transport=udp", "KAJO_TURN_SECRET": "turn-demo"}


def for_platform(at: Addresses, home: Path, postgres_url: str, nats_url: str) -> dict[str, str]:
    """The environment of `platform`; `home` is the folder for files, keys and certificates."""
    realms = f"http://{at.simulators}/realms"
    return {
        **os.environ,
        "KAJO_DEMO": "1",
        "KAJO_LOG": os.environ.get("KAJO_LOG", "info"),
        "KAJO_POSTGRES_URL": postgres_url,
        "KAJO_NATS_URL": nats_url,
        "KAJO_OIDC_RESIDENT_ISSUER": os.environ.get("KAJO_OIDC_RESIDENT_ISSUER", f"{realms}/resident"),
        "KAJO_OIDC_PRACTITIONER_ISSUER": os.environ.get("KAJO_OIDC_PRACTITIONER_ISSUER", f"{realms}/practitioner"),
        "KAJO_PATIENT_RECORD_URL": os.environ.get("KAJO_PATIENT_RECORD_URL", f"http://{at.simulators}/patient-record/fhir/r4"),
        "KAJO_PATIENT_RECORD_LINK": os.environ.get("KAJO_PATIENT_RECORD_LINK", f"http://{at.simulators}/patient-record/patient/{{record_id}}"),
        "KAJO_PATIENT_RECORD_TOKEN": os.environ.get("KAJO_PATIENT_RECORD_TOKEN", "patient-record-demo"),
        **authorizations(at),
        "KAJO_SMTP_URL": os.environ.get("KAJO_SMTP_URL", f"smtp://{at.smtp}"),
        "KAJO_SMS_URL": os.environ.get("KAJO_SMS_URL", f"http://{at.simulators}/sms/v1/messages"),
        "KAJO_SMS_TOKEN": os.environ.get("KAJO_SMS_TOKEN", "sms-demo"),
        "KAJO_PUSH_KEY": os.environ.get("KAJO_PUSH_KEY", push_key.kept_in(home / "keys" / "push")),
        "KAJO_PUSH_HOSTS": os.environ.get("KAJO_PUSH_HOSTS", f"{at.simulators.rpartition(':')[0]} {PUSH_HOSTS}"),
        "KAJO_WEB_RISK_URL": os.environ.get("KAJO_WEB_RISK_URL", f"http://{at.simulators}/web-risk"),
        "KAJO_WEB_RISK_KEY": os.environ.get("KAJO_WEB_RISK_KEY", "web-risk-demo"),
        "KAJO_SERVICE_REGISTER_URL": os.environ.get("KAJO_SERVICE_REGISTER_URL", f"http://{at.simulators}/service-register"),
        **booking_systems(at),
        "KAJO_SUMMARY_URL": os.environ.get("KAJO_SUMMARY_URL", f"http://{at.simulators}/openai"),
        "KAJO_SUMMARY_KEY": os.environ.get("KAJO_SUMMARY_KEY", "openai-demo"),
        "KAJO_CHAT_PROVIDER_HOSTS": os.environ.get("KAJO_CHAT_PROVIDER_HOSTS", at.simulators),
        **turn(at),
        "KAJO_RESIDENT_APP_LINK": os.environ.get("KAJO_RESIDENT_APP_LINK", "kajo-resident://open"),
        "KAJO_RESIDENT_PUBLIC_URL": os.environ.get("KAJO_RESIDENT_PUBLIC_URL", f"http://{by_name(at.resident)}"),
        "KAJO_RESIDENT_ADDR": at.resident,
        "KAJO_PRACTITIONER_ADDR": at.practitioner,
        "KAJO_RESIDENT_TLS_ADDR": at.resident_tls,
        "KAJO_PRACTITIONER_TLS_ADDR": at.practitioner_tls,
        # All browsers of a test are on this machine.
        "KAJO_VISITS_PER_ADDRESS": os.environ.get("KAJO_VISITS_PER_ADDRESS", "1000"),
        "KAJO_FORMS_OPENED_PER_ADDRESS": os.environ.get("KAJO_FORMS_OPENED_PER_ADDRESS", "1000"),
        "KAJO_FORMS_SENT_PER_ADDRESS": os.environ.get("KAJO_FORMS_SENT_PER_ADDRESS", "1000"),
        "KAJO_TLS_DIR": str(home / "tls"),
        "KAJO_APPS_DIR": str(places.FRONTENDS),
        "KAJO_FILES_DIR": str(home / "files"),
        "KAJO_DESTROYED_KEYS_DIR": str(home / "destroyed-keys"),
        "KAJO_CLAMD_ADDR": os.environ.get("KAJO_CLAMD_ADDR", at.clamd),
        "KAJO_GRPC_ADDR": at.grpc,
        "KAJO_METRICS_ADDR": at.metrics,
        "KAJO_KEK_FILE": str(home / "keys" / "kek"),
        "KAJO_INTERNAL_KEY_FILE": str(home / "keys" / "internal"),
        "KAJO_ACCESS_LOG_KEY_FILE": str(home / "keys" / "access-log"),
    }
