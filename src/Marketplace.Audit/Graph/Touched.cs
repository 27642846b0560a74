namespace Marketplace.Audit.Graph;

/// <summary>Which services transactions of one tid touched, and of those with keys of their own which object.</summary>
/// <param name="Read">A bit for each service that was read or written.</param>
/// <param name="Written">A bit for each service that was written.</param>
internal readonly record struct Touched(short Read, short Written, long Cart, long Product, long Seller)
{
    /// <summary>Adds an access.</summary>
    public Touched And(byte service, long key, bool isWrite)
    {
        var bit = (short)(1 << service);
        var next = this with { Read = (short)(Read | bit), Written = isWrite ? (short)(Written | bit) : Written };
        return ObjectName.Services[service] switch
        {
            "cart" => next with { Cart = key },
            "product" => next with { Product = key },
            "seller" => next with { Seller = key },
            _ => next,
        };
    }

    /// <summary>Adds those of another transaction of the tid.</summary>
    public Touched And(in Touched other) => new(
        (short)(Read | other.Read),
        (short)(Written | other.Written),
        other.Cart != 0 ? other.Cart : Cart,
        other.Product != 0 ? other.Product : Product,
        other.Seller != 0 ? other.Seller : Seller);

    /// <summary>Whether it wrote to a service.</summary>
    public bool HasWritten(string service) => (Written & (1 << ObjectName.Services.IndexOf(service))) != 0;
}
