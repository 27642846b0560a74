namespace Marketplace.Silo.Gateway.Http;

/// <summary>A request that the gateway itself refuses.</summary>
/// <param name="type">Short name of the reason, stable, for programs.</param>
internal sealed class RequestException(int status, string type, string detail) : Exception(detail)
{
    /// <summary>Status code.</summary>
    public int Status => status;

    /// <summary>Short name of the reason.</summary>
    public string Type => type;
}
