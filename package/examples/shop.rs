use k8s_openapi::api::core::v1::Namespace;
use kube::{api::PostParams, Api, Client};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The server of KUBECONFIG.
    let namespaces: Api<Namespace> = Api::all(Client::try_default().await?);
    let shop = serde_json::from_value(serde_json::json!({ "metadata": { "name": "shop" } }))?;
    let created = namespaces.create(&PostParams::default(), &shop).await?;
    println!("{}", created.metadata.uid.unwrap_or_default().len());
    Ok(())
}
