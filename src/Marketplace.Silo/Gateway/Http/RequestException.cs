namespace Marketplace.Silo.Gateway.Http;

/// <summary>A request that the gateway itself refuses.</summary>
/// <param name="status">Status code.</param>
/// <param name="type">Short name of the reason, stable, for programs.</param>
/// <param name="detail">The reason in a sentence for people.</param>
internal sealed class RequestException(int status, string type, string detail) : Exception(detail)
{
    /// <summary>Status code.</summary>
    public int Status => status;

    /// <summary>Short name of the reason.</summary>
    public string Type => type;
}
