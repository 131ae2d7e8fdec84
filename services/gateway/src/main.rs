//! The gateway on its own.

fn main() -> std::process::ExitCode {
    chassis::process::run("gateway", gateway::alone::serve())
}
